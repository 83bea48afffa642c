import { HOUR_MS } from '#shared/durations'
import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seedProduction } from '#seed/index'
import { backUp } from '#server/admin/job/kinds'
import { appendAudit, sealOf, textSealOf } from '#server/qc/audit/append'
import { containsPassword } from '#server/platform/security/password'
import { openStore, type Writer } from '#server/platform/store/index'
import { REDACTED } from '#shared/qc/constants'
import { startApp } from '../../support/app'
import { isFirstPass } from '../../support/environment'
import { testFolder } from '../../support/folder'
import { done, draftBy, PASSWORD, qcPlant, step, stepped } from '../../support/qc/plant'
import { chartOf } from '../../support/qc/charts'
import { foundAfter, run as runIn } from '../../support/qc/tampering'

const app = await startApp()
const { store } = app
const { audits, recordComments, keptWrites } = store.t
afterAll(app.close)

const plant = await qcPlant(app)
const template = await plant.template({ signLevels: 1 })
const { inspector, approver, engineer } = plant
const auditor = await app.signedIn('qc:audit:list', 'qc:audit:verify')
const redactor = await app.signedIn('qc:audit:list', 'qc:audit:redact')

const submitted = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
const lastEntry = async (id: number, action: string) => {
  const about = and(eq(audits.entity, 'record'), eq(audits.entityId, id), eq(audits.action, action))
  const rows = await store.db.select().from(audits).where(about).orderBy(asc(audits.id))
  return rows.at(-1)!
}
const redact = (auditId: number, reason = '误填') => redactor.post(`/qc/audit/${auditId}/redact`, { reason })
const verified = async () => (await auditor.get('/qc/audit/verify')).data

describe('a text that contains the password just given is refused at its field (S73)', () => {
  const rows: [text: string, isHeld: boolean][] = [
    [PASSWORD, true],
    [`看过了 ${PASSWORD}。`, true],
    [PASSWORD.toUpperCase(), true],
    ['ａ ｐａｓｓｗｏｒｄ ｔｏ ｓｉｇｎ ｗｉｔｈ', true],
    [PASSWORD.replaceAll(' ', ''), true],
    [PASSWORD.replace('to', 't\u200bo'), true],
    [PASSWORD.slice(0, -1), false],
    ['', false],
  ]
  test.each(rows)('%j: %p', (text, isHeld) => expect(containsPassword(text, PASSWORD)).toBe(isHeld))

  test('a comment of an approval', async () => {
    const record = await submitted()
    const answer = await step(approver, 'approve', record, { comment: `ok ${PASSWORD}` })
    expect(answer).toMatchObject({ code: 400, errors: { comment: expect.stringContaining('your password') } })
    expect(done(await engineer.get(`/qc/value-base/${record.qcValueBaseId}`))).toMatchObject({
      status: 'submitted',
      comments: [],
    })
  })

  test('a reason of a rejection', async () => {
    const answer = await step(approver, 'reject', await submitted(), { reason: PASSWORD })
    expect(answer).toMatchObject({ code: 400, errors: { reason: expect.stringContaining('your password') } })
  })

  test('a comment for several records', async () => {
    const records = [await submitted()].map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion }))
    const answer = await approver.post('/qc/value-base/approve', { records, password: PASSWORD, comment: PASSWORD })
    expect(answer).toMatchObject({ code: 400, errors: { comment: expect.stringContaining('your password') } })
  })
})

describe('redaction (S71)', () => {
  test.each([
    ['plain words', 'hunter2-in-a-comment'],
    ['quotes, line breaks and backslashes', 'the "hunter2"\nof C:\\line'],
    ['wildcards', '100%_hunter2'],
  ])('a comment of %s disappears everywhere; its entry keeps its hash, and the trail is whole', async (_, text) => {
    const { qcValueBaseId: id } = await submitted()
    const key = crypto.randomUUID()
    const body = { text }
    const headers = { 'idempotency-key': key }
    done(await inspector.send('POST', `/qc/value-base/${id}/comment`, { body, headers }))
    const before = await lastEntry(id, 'comment')
    const { hash, new: now } = done(await redact(before.id))
    expect({ hash, now }).toEqual({ hash: before.hash, now: REDACTED })
    const record = await engineer.get(`/qc/value-base/${id}`)
    expect(record.data.comments).toMatchObject([{ text: REDACTED }])
    const rows = [
      ...(await store.db.select().from(audits)),
      ...(await store.db.select().from(recordComments)),
      ...(await store.db.select().from(keptWrites)),
      ...(await store.db.select().from(store.t.operations)),
    ]
    const written = JSON.stringify(text).slice(1, -1)
    const inside = JSON.stringify(written).slice(1, -1) // of a kept answer, which is JSON itself
    const isLeft = (row: object) => [written, inside].some((form) => JSON.stringify(row).includes(form))
    expect(rows.filter(isLeft)).toEqual([])
    expect(await verified()).toMatchObject({ isWhole: true, faultCount: 0 })
    const { list } = done(await auditor.get('/qc/audit?entity=audit&action=redact'))
    expect(list[0]).toMatchObject({ entityId: before.id, reason: '误填', actorId: redactor.userId })
  })

  test('a reason disappears from entry, signature and record', async () => {
    const approved = await stepped(approver, 'approve', await submitted())
    const reason = 'hunter2-in-a-reason'
    const { qcValueBaseId: id } = await stepped(approver, 'void', approved, { reason })
    done(await redact((await lastEntry(id, 'void')).id))
    const record = done(await engineer.get(`/qc/value-base/${id}`))
    expect(record).toMatchObject({ voidReason: REDACTED, signatures: [{}, { reason: REDACTED, state: 'valid' }] })
    expect(await verified()).toMatchObject({ isWhole: true })
  })

  test('why limits were frozen and what was said of a signal disappear from seals too (S71)', async () => {
    const chart = await chartOf(plant, { begin: Date.now() - 72 * HOUR_MS })
    await chart.records([0, 0.1, 6])
    done(await chart.freeze({ reason: 'hunter2-of-limits' }))
    const [signal] = await chart.listed()
    const said = { lockVersion: signal.lockVersion, comment: 'hunter2-of-a-signal' }
    done(await engineer.post(`/qc/signal/${signal.signalId}/ack`, said))
    for (const text of ['hunter2-of-limits', 'hunter2-of-a-signal']) {
      const [entry] = await store.db.select().from(audits).where(eq(audits.reason, text))
      done(await redact(entry!.id))
      const rows = await store.db.select().from(audits)
      expect(rows.filter((row) => JSON.stringify(row).includes(text))).toEqual([])
    }
    expect(await verified()).toMatchObject({ isWhole: true, faults: [] })
  })

  /** A second version, published with a change note. */
  async function republished(changeNote: string) {
    const { templateId } = await plant.template()
    const at = `/qc/template/${templateId}`
    const { draft } = done(await engineer.post(`${at}/draft`, {}))
    const items = draft.items.map((item: { name: string }) => ({ ...item, name: `${item.name}2` }))
    const { lockVersion } = done(await engineer.put(`${at}/draft`, { lockVersion: draft.lockVersion, items })).draft
    const headers = { 'idempotency-key': crypto.randomUUID() }
    done(await engineer.send('POST', `${at}/publish`, { body: { lockVersion, changeNote }, headers }))
    const notes = async () =>
      done(await engineer.get(at)).versions.map((version: { changeNote: string }) => version.changeNote)
    const [entry] = await store.db.select().from(audits).where(eq(audits.reason, changeNote))
    return { notes, entry: entry!, templateId }
  }

  test('a change note disappears from the entry and from its version alone, and the trail is whole (S71)', async () => {
    const { notes, entry } = await republished('hunter2-of-a-version')
    const [, first] = await notes()
    done(await redact(entry.id))
    expect(await notes()).toEqual([REDACTED, first])
    const kept = await store.db.select().from(keptWrites)
    expect(kept.filter(({ answer }) => answer?.includes('hunter2-of-a-version'))).toEqual([])
    expect(await verified()).toMatchObject({ isWhole: true, faults: [] })
  })

  test('a change note that an earlier version left in place disappears at the next start, and the trail is whole', async () => {
    const { notes, entry, templateId } = await republished('hunter2-left')
    done(await redact(entry.id))
    const { templateVersions } = store.t
    const isIt = and(eq(templateVersions.templateId, templateId), eq(templateVersions.changeNote, REDACTED))
    await store.tx((db) => db.update(templateVersions).set({ changeNote: 'hunter2-left' }).where(isIt))
    expect(await verified()).toMatchObject({ isWhole: false })
    await seedProduction(store)
    expect((await notes())[0]).toBe(REDACTED)
    expect(await verified()).toMatchObject({ isWhole: true, faults: [] })
  })

  test('the reason for retiring a template disappears from the operation log too (S71)', async () => {
    const { templateId } = await plant.template()
    const reason = 'the "hunter2" of C:\\line'
    done(await engineer.delete(`/qc/template/${templateId}`, { reason }))
    const [entry] = await store.db.select().from(audits).where(eq(audits.reason, reason))
    const logged = async () => {
      const { operations } = store.t
      const isIt = and(eq(operations.stem, 'qc-template'), eq(operations.requestId, entry!.requestId))
      const [operation] = await store.db.select().from(operations).where(isIt)
      return JSON.parse(operation!.after)
    }
    const before = await logged()
    expect(before).toMatchObject({ reason })
    done(await redact(entry!.id))
    expect(await logged()).toEqual({ ...before, reason: REDACTED })
    expect(await verified()).toMatchObject({ isWhole: true })
  })

  test('of one act leaves the same words of a later act alone, and the trail is whole', async () => {
    const reason = 'measured the wrong part'
    const rejected = await stepped(approver, 'reject', await submitted(), { reason })
    const again = await stepped(inspector, 'submit', rejected)
    const { qcValueBaseId: id } = await stepped(approver, 'void', again, { reason })
    done(await redact((await lastEntry(id, 'reject')).id))
    expect(await verified()).toMatchObject({ isWhole: true, faults: [] })
    expect(done(await engineer.get(`/qc/value-base/${id}`))).toMatchObject({ voidReason: reason })
  })

  test('is refused without its permission, without a text, twice, and with the text as its reason', async () => {
    const { qcValueBaseId: id } = await submitted()
    done(await inspector.post(`/qc/value-base/${id}/comment`, { text: 'to go away' }))
    const { id: auditId } = await lastEntry(id, 'comment')
    expect(await auditor.post(`/qc/audit/${auditId}/redact`, { reason: 'x' })).toMatchObject({ code: 403 })
    expect(await redact(auditId, '')).toMatchObject({ code: 400, errors: { reason: expect.any(String) } })
    expect(await redact(auditId, 'says to go away')).toMatchObject({
      code: 400,
      errors: { reason: expect.stringContaining('repeats') },
    })
    expect(await redact((await lastEntry(id, 'create')).id)).toMatchObject({ code: 409 })
    expect(await redact(999_999)).toMatchObject({ code: 404 })
    done(await redact(auditId))
    expect(await redact(auditId)).toMatchObject({ code: 409 })
  })
})

/** Runs SQL with the triggers on. */
const run = (statement: SQL) => store.tx((db) => runIn(store, db, statement))

describe('the database lets nothing change but what a redact entry names', () => {
  const redactedComment = async () => {
    const { qcValueBaseId: id } = await submitted()
    done(await inspector.post(`/qc/value-base/${id}/comment`, { text: 'secret words' }))
    const entry = await lastEntry(id, 'comment')
    done(await redact(entry.id))
    return entry.id
  }
  const rows: [what: string, change: () => Promise<ReturnType<typeof sql>>][] = [
    [
      'an entry without a redact entry',
      async () => {
        const { qcValueBaseId: id } = await stepped(approver, 'reject', await submitted(), { reason: 'wrong lot' })
        return sql`update qc_audit set reason = ${REDACTED} where id = ${(await lastEntry(id, 'reject')).id}`
      },
    ],
    ['other words', async () => sql`update qc_audit set new = 'other words' where id = ${await redactedComment()}`],
    ['no words', async () => sql`update qc_audit set new = null where id = ${await redactedComment()}`],
    [
      'another actor beside it',
      async () => sql`update qc_audit set new = ${REDACTED}, actor_id = 1 where id = ${await redactedComment()}`,
    ],
    ['its hash', async () => sql`update qc_audit set hash = '' where id = ${await redactedComment()}`],
    ['a deletion', async () => sql`delete from qc_audit where id = ${await redactedComment()}`],
    [
      'a signature',
      async () => {
        await stepped(approver, 'reject', await submitted(), { reason: 'wrong gauge' })
        return sql`update qc_signature set reason = ${REDACTED} where reason = 'wrong gauge'`
      },
    ],
    [
      'a comment',
      async () => {
        const { qcValueBaseId: id } = await submitted()
        done(await inspector.post(`/qc/value-base/${id}/comment`, { text: 'stays as it is' }))
        return sql`update qc_comment set text = ${REDACTED} where text = 'stays as it is'`
      },
    ],
  ]
  test.each(rows)('%s', async (_, change) => {
    const statement = await change()
    const told = await run(statement).then(
      () => 'done',
      (error: Error) => `${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`,
    )
    expect(told).toContain('nothing of it is ever changed')
  })
})

describe('verification', () => {
  /** What a verification tells after `change`, which is taken back. */
  const faultsAfter = async (change: (db: Writer) => Promise<unknown>): Promise<string[]> =>
    (await foundAfter(store, change)).faults.map(({ message }) => message)

  const commented = async () => {
    const { qcValueBaseId: id } = await submitted()
    done(await inspector.post(`/qc/value-base/${id}/comment`, { text: 'to be hidden' }))
    return lastEntry(id, 'comment')
  }

  test('tells of a text that was blacked out without a redact entry', async () => {
    const { id } = await commented()
    const told = await faultsAfter((db) => db.update(audits).set({ new: REDACTED }).where(eq(audits.id, id)))
    expect(told).toEqual([expect.stringContaining(`Entry ${id}`)])
  })

  test('tells of a redacted entry of which more was changed', async () => {
    const { id } = await commented()
    done(await redact(id))
    const told = await faultsAfter((db) => db.update(audits).set({ actorName: 'somebody' }).where(eq(audits.id, id)))
    expect(told).toEqual([expect.stringContaining(`Entry ${id}`)])
  })

  test('tells of an entry that was changed under cover of a forged redaction, also with an older anchor', async () => {
    const { qcValueBaseId } = await stepped(approver, 'reject', await submitted(), { reason: 'wrong lot' })
    const entry = await lastEntry(qcValueBaseId, 'reject')
    const { id } = entry
    const found = await foundAfter(
      store,
      async (db) => {
        const changed = { ...entry, actorName: 'somebody', reason: REDACTED }
        await db.update(audits).set(changed).where(eq(audits.id, id))
        const forged = { entity: 'audit', entityId: id, action: 'redact', reason: 'x' } as const
        const author = { userId: 1, name: 'somebody', now: Date.now(), requestId: 'x' }
        await appendAudit(store, db, author, [{ ...forged, old: textSealOf(entry)!, new: sealOf(changed) }])
      },
      { anchors: [{ id, hash: entry.hash }] },
    )
    expect(found.faults.map(({ message }) => message)).toContain(`Entry ${id} was changed`)
  })

  test('tells of another text in the place of one that is said to be redacted', async () => {
    const { id } = await commented()
    done(await redact(id))
    const told = await faultsAfter((db) => db.update(audits).set({ new: 'other words' }).where(eq(audits.id, id)))
    expect(told).toContain(`Entry ${id} was changed`)
  })

  test('tells of both entries where the redact entry is not sealed', async () => {
    const { id } = await commented()
    done(await redact(id))
    const about = and(eq(audits.entity, 'audit'), eq(audits.entityId, id))
    const told = await faultsAfter((db) => db.update(audits).set({ reason: 'another' }).where(about))
    expect(told).toHaveLength(2)
  })
})

/** Everything that is stored while somebody types their password into the comment. */
test.skipIf(!isFirstPass)(
  'a password typed as a comment is stored in no file of the data folder, nor logged (S12)',
  async () => {
    const dataDir = join(testFolder(), 'data')
    const onDisk = await openStore({ dataDir, databaseUrl: undefined })
    await seedProduction(onDisk)
    let logged = ''
    const spy = spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((logged += String(text))))
    try {
      const other = await startApp({ store: onDisk, settings: { logRequests: true } })
      const there = await qcPlant(other)
      const made = await there.template({ signLevels: 1 })
      const [first, second] = [await draftBy(there.inspector, made), await draftBy(there.inspector, made)]
      const records = [
        await stepped(there.inspector, 'submit', first),
        await stepped(there.inspector, 'submit', second),
      ]
      const [record] = records
      const headers = () => ({ 'idempotency-key': crypto.randomUUID() })
      const { lockVersion, qcValueBaseId: id } = record
      const bodies: [path: string, body: object][] = [
        [`/qc/value-base/${id}/approve`, { lockVersion, password: PASSWORD, comment: PASSWORD }],
        [`/qc/value-base/${id}/approve`, { lockVersion, comment: PASSWORD }],
        [`/qc/value-base/${id}/approve`, { lockVersion, password: 'a wrong one', comment: PASSWORD }],
        [`/qc/value-base/${id}/reject`, { lockVersion, password: PASSWORD, reason: `see ${PASSWORD}` }],
        [
          '/qc/value-base/approve',
          {
            records: records.map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion })),
            password: PASSWORD,
            comment: PASSWORD,
          },
        ],
      ]
      for (const [path, body] of bodies) {
        const { code } = await there.approver.send('POST', path, { body, headers: headers() })
        expect([path, code]).toEqual([path, expect.any(Number)])
        expect(code).not.toBe(200)
      }
      // what is no secret is found, so that the search is known to work
      const comment = 'a comment that everybody may read'
      done(await there.approver.send('POST', bodies[0]![0], { body: { lockVersion, password: PASSWORD, comment } }))
      await backUp(onDisk, dataDir, undefined, Date.now())
      const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .map((name) => ({ name, path: join(dataDir, name) }))
        .filter(({ path }) => statSync(path).isFile())
        .map(({ name, path }) => {
          const bytes = readFileSync(path)
          return { name, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes }
        })
      const holding = (text: string) => files.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name)
      expect(holding(comment).some((name) => name.endsWith('-wal') || name.endsWith('.sqlite'))).toBe(true)
      expect(holding(comment).some((name) => name.endsWith('.tar.gz'))).toBe(true)
      expect(holding(PASSWORD)).toEqual([])
      await new Promise(setImmediate)
      expect(logged).toContain('/approve')
      expect(logged).not.toContain(PASSWORD)
    } finally {
      spy.mockRestore()
      await onDisk.close()
    }
  },
  120_000,
)
