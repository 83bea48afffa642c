import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { isByLine } from '#server/access/api-token/gate'
import { endpointsOf } from '#server/admin/api/endpoints'
import { scopeTags } from '#shared/access/token-scopes'
import { startApp, type App } from '../support/app'
import { foundAfter } from '../support/qc/tampering'
import {
  done,
  draftBy,
  good,
  qcPlant,
  PASSWORD,
  stepped,
  valuesOf,
  type Plant,
  type PlantTemplate,
} from '../support/qc/plant'

/** What programs do in quality control by tokens: on their product line, and in whose name. */
let app: App
let plant: Plant
let template: PlantTemplate
/** Of another product line. */
let other: PlantTemplate
let otherId: number

beforeAll(async () => {
  app = await startApp()
  plant = await qcPlant(app)
  template = await plant.template()
  const line = { code: 'd34', name: '方形电芯', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
  otherId = done(await plant.admin.post('/qc/product', line))
  other = await plant.template({ productId: otherId })
})
afterAll(() => app.close())

async function program(scopes: readonly string[], more: object = {}, username = plant.inspector.roleKey) {
  const { token, apiToken } = done(await plant.admin.post('/sys-token', { name: '网关', username, scopes, ...more }))
  return { ...app.callerWith(token as string), tokenId: apiToken.tokenId as number }
}
const records = ['qc:record:list', 'qc:record:add', 'qc:record:edit', 'qc:record:submit', 'qc:analysis:list']
const inputOf = (of: PlantTemplate, more: object = {}) => ({
  templateId: of.templateId,
  values: valuesOf(of, good),
  ...more,
})

type Program = Awaited<ReturnType<typeof program>>
const submit = (by: Program, { qcValueBaseId, lockVersion }: { qcValueBaseId: number; lockVersion: number }) =>
  by.post(`/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
const submittedBy = async (by: Program) =>
  done(await submit(by, done(await by.post('/qc/value-base', inputOf(template)))))

describe('a program', () => {
  test('makes and submits a record; the audit trail and its sheet name the account and the program (S70)', async () => {
    const by = await program(records)
    const made = done(await by.post('/qc/value-base', inputOf(template)))
    done(await submit(by, made))
    const { audits } = app.store.t
    const ofRecord = and(eq(audits.entity, 'record'), eq(audits.entityId, made.qcValueBaseId))
    const entries = await app.store.db.select().from(audits).where(ofRecord)
    const name = `网关 (#${by.tokenId})`
    expect(entries.map(({ actorId, program }) => [actorId, program])).toEqual(
      entries.map(() => [plant.inspector.userId, name]),
    )
    expect(done(await plant.admin.get('/qc/audit/verify')).isWhole).toBe(true)
    const { list } = done(await plant.admin.get(`/qc/audit?entityId=${made.qcValueBaseId}`))
    expect(list[0]).toMatchObject({ program: name })
    const sheet = await plant.admin.get(`/qc/audit/export?entityId=${made.qcValueBaseId}&format=csv`)
    expect(sheet.data).toContain(name)
  })

  test('leaves a trail that shows if its name is taken away or changed', async () => {
    const by = await program(records)
    const { qcValueBaseId } = done(await by.post('/qc/value-base', inputOf(template)))
    for (const changed of [null, '别的程序']) {
      const { isWhole } = await foundAfter(app.store, async (db) => {
        const { audits } = app.store.t
        await db.update(audits).set({ program: changed }).where(eq(audits.entityId, qcValueBaseId))
      })
      expect(isWhole).toBe(false)
    }
  })

  test.each(['review', 'approve', 'reject', 'reopen'] as const)('does not %s a record', async (action) => {
    const by = await program(
      scopeTags.filter((tag) => tag.startsWith('qc:record:')),
      {},
      plant.admin.roleKey,
    )
    const record = await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, template))
    expect(
      await by.post(`/qc/value-base/${record.qcValueBaseId}/${action}`, {
        lockVersion: record.lockVersion,
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 403 })
  })

  test('voids a draft of its account, and nothing that was submitted', async () => {
    const by = await program(records)
    const draft = done(await by.post('/qc/value-base', inputOf(template)))
    const submitted = await submittedBy(by)
    const voided = (record: { qcValueBaseId: number; lockVersion: number }) =>
      by.post(`/qc/value-base/${record.qcValueBaseId}/void`, { lockVersion: record.lockVersion, reason: '误录' })
    expect([(await voided(draft)).code, (await voided(submitted)).code]).toEqual([200, 403])
  })
})

describe('a program of one product line', () => {
  test('asks for its line where a list can be narrowed to one, and calls what sees to the line itself', () => {
    const { app: routes } = app
    const open = endpointsOf(routes).filter(({ isPrivate }) => isPrivate)
    const named = (which: (typeof open)[number][]) => which.map(({ method, path }) => `${method} ${path.slice(7)}`)
    expect(named(open.filter(({ description }) => description.isOfLine))).toEqual([
      'GET /getinfo',
      ...['submit', 'withdraw', 'review', 'approve', 'reject', 'reopen', 'void'].map(
        (action) => `POST /qc/value-base/:qcValueBaseId/${action}`,
      ),
      'POST /qc/value-base',
      'GET /qc/value-base/:qcValueBaseId',
      'PUT /qc/value-base/:qcValueBaseId',
      ...['audit', 'signature', 'print'].map((part) => `GET /qc/value-base/:qcValueBaseId/${part}`),
    ])
    expect(named(open.filter(({ description }) => isByLine(description)))).toEqual([
      ...['/option-select', '', '/group'].map((part) => `GET /qc/equipment${part}`),
      ...['/option-select', '', '/group'].map((part) => `GET /qc/lot${part}`),
      'GET /qc/template',
      'GET /qc/template/option-select',
      'GET /qc/value-base',
      'GET /qc/value-base/group',
      'GET /qc/export',
      'GET /qc/qr',
      ...['item', 'charts', 'spc', 'capability', 'capability-trend', 'distribution', 'box', 'pareto', 'yield'].map(
        (call) => `GET /qc/analysis/${call}`,
      ),
      'GET /qc/analysis/workload',
      'GET /qc/analysis/export',
      'GET /qc/signal',
      'GET /qc/bigscreen',
      'GET /qc/stream',
    ])
  })

  test('is refused everything else, and every line but its own, however it is spelled', async () => {
    const by = await program(scopeTags, { productId: plant.productId }, plant.admin.roleKey)
    const codeOf = async (path: string) => (await by.get(path)).code
    expect(await codeOf('/qc/value-base?product=C21')).toBe(200)
    const spelled = [
      '',
      '?product=',
      '?product=d34',
      '?product=c21&product=d34',
      '?product=&product=d34',
      '?product[0]=d34&product=c21',
      '?Product=c21',
    ]
    for (const query of spelled) expect([query, await codeOf(`/qc/value-base${query}`)]).toEqual([query, 403])
    const elsewhere = [
      '/post',
      '/qc/product',
      '/qc/lot/1',
      `/qc/template/${template.templateId}`,
      '/search?q=1&product=c21',
    ]
    for (const path of elsewhere) expect([path, await codeOf(path)]).toEqual([path, 403])
    expect((await by.post('/qc/lot', { productId: plant.productId, lotNo: 'X' })).code).toBe(403)
  })

  test('lists, reads, changes and makes records of its line alone', async () => {
    const by = await program(records, { productId: plant.productId })
    const own = done(await by.post('/qc/value-base', inputOf(template, { clientUid: 'own-line-0000000001' })))
    const theirs = await draftBy(plant.inspector, other, good, { clientUid: 'other-line-000000001' })
    const at = (record: { qcValueBaseId: number }) => `/qc/value-base/${record.qcValueBaseId}`

    const { list } = done(await by.get('/qc/value-base?product=c21&pageSize=100'))
    expect(new Set(list.map(({ productId }: { productId: number }) => productId))).toEqual(new Set([plant.productId]))
    const { lockVersion } = own
    expect((await by.get(at(own))).code).toBe(200)
    expect((await by.put(at(own), { lockVersion, remark: '补记' })).code).toBe(200)

    for (const path of ['', '/audit', '/signature', '/print']) expect((await by.get(at(theirs) + path)).code).toBe(404)
    expect((await by.put(at(theirs), { lockVersion: theirs.lockVersion, remark: 'x' })).code).toBe(404)
    const submitted = await by.post(`${at(theirs)}/submit`, { lockVersion: theirs.lockVersion })
    expect(submitted.code).toBe(404)
    expect(await by.post('/qc/value-base', inputOf(other))).toMatchObject({
      code: 400,
      errors: { templateId: expect.any(String) },
    })
    const known = await by.post('/qc/value-base', inputOf(other, { clientUid: 'other-line-000000001' }))
    expect(known).toMatchObject({ code: 409, errors: { clientUid: expect.any(String) } })
  })

  test('analyses characteristics of its line alone', async () => {
    const by = await program(records, { productId: plant.productId })
    const items = done(await by.get('/qc/analysis/item?product=c21'))
    expect(items.length).toBeGreaterThan(0)
    for (const call of ['spc', 'capability', 'distribution', 'export']) {
      const codeOf = async ({ keys }: PlantTemplate) =>
        (await by.get(`/qc/analysis/${call}?product=c21&itemKey=${keys['thickness']}`)).code
      if (call !== 'export') expect([call, await codeOf(template)]).toEqual([call, 200])
      expect([call, await codeOf(other)]).toEqual([call, call === 'export' ? 403 : 404])
    }
  })

  test('keeps its line from being deleted', async () => {
    const lineId = done(
      await plant.admin.post('/qc/product', { code: 'e1', name: 'E', tz: 'UTC', dayStartMin: 0, shifts: [] }),
    )
    await program(records, { productId: lineId })
    expect(await plant.admin.delete('/qc/product', { ids: [lineId] })).toMatchObject({ code: 409 })
  })
})
