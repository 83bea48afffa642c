import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { join } from 'node:path'
import { openBackup } from '#server/platform/backup/open'
import { backUp } from '#server/admin/job/kinds'
import { auditHead } from '#server/qc/audit/head'
import { shareProgress } from '#server/qc/audit/verify/progress'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { openStore } from '#server/platform/store/index'
import { anchorText, readAnchor } from '#shared/qc/audit/anchor'
import type { AuditProgress, AuditVerification } from '#shared/qc/audit/schema'
import { seedProduction } from '../../../seed/index'
import { startApp } from '../../support/app'
import { spawnCommand } from '../../support/commands'
import { samplesOf } from '../../support/exposition'
import { testFolder } from '../../support/folder'
import { done, draftBy, qcPlant, stepped } from '../../support/qc/plant'
import { isPostgres } from '../../support/store'
import { until } from '../../support/until'

/** By the clock of the requests; the machine's own goes on. */
let clock = Date.now()
const app = await startApp({ now: () => clock })
afterAll(app.close)
const { store } = app
const plant = await qcPlant(app)
const template = await plant.template({ signLevels: 1 })
const auditor = await app.signedIn('qc:audit:list', 'qc:audit:verify')
const verify = (anchor = '') => auditor.get(`/qc/audit/verify?anchor=${encodeURIComponent(anchor)}`)
const fits = async (anchor: string): Promise<AuditVerification> => done(await verify(anchor))

describe('an anchor', () => {
  const hash = '0123456789abcdef'.repeat(4)
  test.each([
    [`12:${hash}`, { id: 12, hash }],
    [` 12 : ${hash.toUpperCase()}\n`, { id: 12, hash }],
    [`12：${hash.slice(0, 16)}`, { id: 12, hash: hash.slice(0, 16) }],
    [`12:${hash.slice(0, 15)}`, undefined],
    [`12:${hash}0`, undefined],
    [`0:${hash}`, undefined],
    [hash, undefined],
    ['', undefined],
  ])('%j is read as %j', (text, anchor) => expect(readAnchor(text)).toEqual(anchor))

  test('that is none is refused at its field, in both languages', async () => {
    expect(await verify('12')).toMatchObject({ code: 400, errors: { anchor: expect.stringMatching(/^An anchor is/) } })
    const headers = { 'accept-language': 'zh' }
    const { errors } = await auditor.send('GET', '/qc/audit/verify?anchor=12', { headers })
    expect(errors).toMatchObject({ anchor: expect.stringMatching(/^锚点由/) })
  })

  test('of the trail fits; one with another hash, or past the end, is told (S71)', async () => {
    const { headId, headHash } = await fits('')
    expect(await fits(anchorText({ id: headId, hash: headHash }))).toMatchObject({ isWhole: true, anchors: 1 })
    expect(await fits(`${headId}:${'0'.repeat(64)}`)).toMatchObject({
      isWhole: false,
      faults: [{ kind: 'anchor', auditId: headId, expected: '0'.repeat(64), found: headHash }],
    })
    expect(await fits(`${headId + 100}:${headHash}`)).toMatchObject({
      isWhole: false,
      faults: [
        { kind: 'anchor', auditId: headId + 100, message: expect.stringMatching(/^The audit trail ends before/) },
      ],
    })
  })
})

describe('the product takes anchors out of the database', () => {
  const expectFit = async (anchor: string) => {
    expect(readAnchor(anchor)).toBeDefined()
    expect(await fits(anchor)).toMatchObject({ isWhole: true, anchors: 1 })
  }

  test('on each printed record', async () => {
    const { qcValueBaseId } = await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, template))
    const { headId, headHash } = done(await plant.inspector.get(`/qc/value-base/${qcValueBaseId}/print`))
    await expectFit(anchorText({ id: headId, hash: headHash }))
  })

  test('every day, and at the start, in /metrics and in the log', async () => {
    let logged = ''
    const hear = (text: unknown) => Boolean((logged += String(text)))
    const spies = [process.stdout, process.stderr].map((stream) => spyOn(stream, 'write').mockImplementation(hear))
    try {
      const started = await startApp()
      const operator = await started.signedIn('sysTools:metrics:list', 'qc:audit:verify')
      const samples = samplesOf((await operator.get('//metrics')).data as string)
      const { labels, value } = samples.find(({ name }) => name === 'caliper_audit_anchor')!
      const anchor = `${value}:${labels['hash']}`
      expect(done(await operator.get(`/qc/audit/verify?anchor=${anchor}`))).toMatchObject({ isWhole: true, anchors: 1 })
      await started.close()
      expect(logged).toContain(`"event":"audit-anchor","anchor":"${anchor}"`)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  test.skipIf(isPostgres)('in the manifest of each backup', async () => {
    const dataDir = join(testFolder(), 'data')
    const onDisk = await openStore({ dataDir, databaseUrl: undefined })
    await seedProduction(onDisk)
    const { name } = await backUp(onDisk, dataDir, undefined, Date.now())
    const { manifest } = await openBackup(join(dataDir, 'backups', name), name)
    const head = (await auditHead(onDisk))!
    expect(manifest).toMatchObject({
      auditHead: head.hash,
      auditHeadId: head.id,
      auditHeadAt: new Date(head.at).toISOString(),
    })
    await onDisk.close()
  })
})

describe('a verification says how far it is', () => {
  test('part by part, up to the end of each', async () => {
    const heard: AuditProgress[] = []
    await verifyAudit(store, { report: (progress) => heard.push(progress) })
    expect([...new Set(heard.map(({ part }) => part))]).toEqual(['entries', 'records', 'photos', 'things'])
    for (const [, some] of Map.groupBy(heard, ({ part }) => part)) {
      expect(some.at(-1)!.done).toBe(some.at(-1)!.total)
    }
  })

  test('to whoever may verify, while it is under way', async () => {
    expect(done(await auditor.get('/qc/audit/verify/progress'))).toBeNull()
    const { report, end } = shareProgress(store)
    report({ part: 'entries', done: 3, total: 9 })
    const asked = async () => done(await auditor.get('/qc/audit/verify/progress'))
    await until(async () => (await asked()) !== null) // it is shared beside the work
    expect(await asked()).toEqual({ part: 'entries', done: 3, total: 9 })
    await end()
    expect(await asked()).toBeNull()
    expect(await plant.inspector.get('/qc/audit/verify/progress')).toMatchObject({ code: 403 })
  })
})

describe('entries are in the order of time (S71)', () => {
  const { audits } = store.t
  const last = async () => (await store.db.select().from(audits).orderBy(asc(audits.id))).at(-1)!
  async function comment(id: number) {
    done(await plant.inspector.post(`/qc/value-base/${id}/comment`, { text: '看一下' }))
    const { comments } = done(await plant.inspector.get(`/qc/value-base/${id}`))
    return { at: (await last()).at, createdAt: Date.parse(comments.at(-1).createdAt) }
  }
  /** What `request` comes to, which waits for another writer so many milliseconds at least. */
  async function delayed<Result>(ms: number, request: () => Promise<Result>): Promise<Result> {
    const [held, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writer = store.tx(async (db) => {
      await db.update(store.t.auditHeads).set({ id: 1 })
      holding.resolve()
      await held.promise
    })
    await holding.promise
    const begun = performance.now()
    const answer = request()
    while (performance.now() - begun < ms) await Bun.sleep(1)
    held.resolve()
    await writer
    return answer
  }
  const both = (at: number) => ({ at, createdAt: at })

  test('although a request is overtaken by another that began later; what it writes bears the same time', async () => {
    const { qcValueBaseId: id } = await draftBy(plant.inspector, template)
    const base = (await last()).at
    clock = base + 50
    expect(await comment(id)).toEqual(both(base + 50))
    clock = base + 49
    expect(await delayed(500, () => comment(id))).toEqual(both(base + 50)) // it has waited longer than that
    clock = base + 1000
    expect(await comment(id)).toEqual(both(base + 1000))
    expect(await fits('')).toMatchObject({ isWhole: true })
  })

  test('unless the clock was set back since: then what is done bears the time that it shows', async () => {
    const { qcValueBaseId: id } = await draftBy(plant.inspector, template)
    const base = (await last()).at
    clock = base + 60_000
    await comment(id)
    clock = base
    expect(await comment(id)).toEqual(both(base))
    expect(await fits('')).toMatchObject({ isWhole: true })
  })
})

describe.skipIf(isPostgres)('caliper audit verify --anchor', () => {
  const folder = testFolder()
  async function command(...args: string[]) {
    const started = spawnCommand([process.execPath, 'run', 'caliper', 'audit', 'verify', ...args], {
      env: { CALIPER_DATA_DIR: folder },
    })
    return { code: await started.ended(), ...started.written }
  }

  test('prints the anchor of these data, checks those of before, and says how far it is', async () => {
    const opened = await openStore({ dataDir: folder, databaseUrl: undefined })
    await seedProduction(opened)
    const anchor = anchorText((await auditHead(opened))!)
    await opened.close()
    const first = await command()
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`Anchor, to be kept elsewhere: ${anchor}`) })
    expect(first.err).toContain('Verifying')
    expect(await command('--anchor', anchor)).toMatchObject({ code: 0, out: expect.stringContaining('1 anchor') })
    expect(await command('--anchor', anchor, '--anchor', `1:${'0'.repeat(16)}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining('The hash of entry 1 differs from the anchor'),
    })
    expect(await command('--anchor', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('--anchor takes') })
  })
})
