import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { codeFrom, codeIn, newCode } from '#shared/qc/code'
import { startApp, type App } from '../support/app'
import {
  done,
  draftBy,
  good,
  qcPlant,
  step,
  stepped,
  valuesOf,
  type Plant,
  type PlantTemplate,
} from '../support/qc/plant'

let app: App
let plant: Plant
let template: PlantTemplate
/** In force everywhere here: 06:00 in Shanghai, two hours before the plant's day begins. */
const began = Date.UTC(2026, 10, 20, 22)
let now = began
beforeAll(async () => {
  app = await startApp({ now: () => now, settings: { publicUrl: 'https://qc.example' } })
  plant = await qcPlant(app, { isScoped: true })
  template = await plant.template({ name: '极片 <厚度> & "毛刺"' })
})
afterAll(() => app.close())

type Label = { code: string; url: string; title: string; lines: string[] }
const labels = async (kind: string, ids: number[], by = plant.engineer): Promise<Label[]> =>
  done(await by.post('/qc/qr', { kind, ids }))
const labelOf = async (kind: string, id: number, by = plant.engineer) => (await labels(kind, [id], by))[0]!
const bad = { ...good, thickness: ['10.00', '10.25', '9.93'], look: ['scratch'] }
const inspection = { equipmentId: 0, lotId: 0, remark: '复测仍超差', inspectedAt: new Date(now - 60_000).toISOString() }

/** A record of the inspector, on the lot and the machine, submitted. */
async function submitted(entered = good) {
  const { equipmentId, lotId, inspector } = plant
  const record = await draftBy(inspector, template, entered, { ...inspection, equipmentId, lotId })
  return stepped(inspector, 'submit', record)
}

test('a thing has one code, found again by whoever prints it; many are made at once, in the order asked for', async () => {
  const { lotId, equipmentId } = plant
  const first = await labelOf('lot', lotId)
  expect(codeIn(first.code)).toBe(first.code)
  expect(await labelOf('lot', lotId, plant.inspector)).toEqual(first)
  const both = await labels('equipment', [plant.gaugeId, equipmentId])
  expect(both.map(({ title }) => title)).toEqual(['G1', 'M1'])
  const twins = await Promise.all(Array.from({ length: 5 }, () => labelOf('template', template.templateId)))
  expect(new Set(twins.map(({ code }) => code)).size).toBe(1)
})

describe('what is asked for and cannot be had is refused, and no code is made', () => {
  test.each([
    ['a lot that is not there', { kind: 'lot', ids: [99_999] }, 404],
    ['one of two that is not there', { kind: 'lot', ids: [1, 99_999] }, 404],
    ['nothing', { kind: 'lot', ids: [] }, 400],
    ['more than 500', { kind: 'lot', ids: Array.from({ length: 501 }, (_, index) => index + 1) }, 400],
    ['an unknown kind', { kind: 'shelf', ids: [1] }, 400],
  ])('%s', async (_, body, code) => {
    const { count } = done(await plant.engineer.get('/qc/qr'))
    expect((await plant.engineer.post('/qc/qr', body)).code).toBe(code)
    expect(done(await plant.engineer.get('/qc/qr')).count).toBe(count)
  })
})

describe('a code that leads nowhere is told in words, and nothing else is', () => {
  test.each([
    ['too short', () => '7K3QM', 'incomplete or mistyped'],
    ['with a wrong check character', (code: string) => code.slice(0, 9) + (code.endsWith('0') ? '1' : '0'), 'mistyped'],
    ['nonsense', () => '%27%20or%201=1--', 'mistyped'],
    ['whole, and never given to anything', () => newCode(), 'This code does not exist'],
  ])('%s', async (_, made, words) => {
    const { code } = await labelOf('lot', plant.lotId)
    const answer = await plant.inspector.get(`/qc/qr/${made(code)}`)
    expect(answer).toMatchObject({ code: 404, msg: expect.stringContaining(words), data: null })
  })

  test.each([
    ['small letters', '7k3qmabcde', '7K3QMABCDE'],
    ['hyphens and blanks', ' 7K3QM-ABC DE', '7K3QMABCDE'],
    ['O for 0', 'O0oQMABCDE', '000QMABCDE'],
    ['I and L for 1', '1IiLlABCDE', '11111ABCDE'],
  ])('%s are read as they are meant', (_, typed, code) => {
    expect(codeFrom(typed)).toBe(code)
  })

  test('as people type it, in small letters with hyphens and O for 0, it is found', async () => {
    const { code } = await labelOf('lot', plant.lotId)
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await plant.inspector.get(`/qc/qr/${typed}`)).toMatchObject({ code: 200, data: { code } })
  })

  test('a scan is counted: once a minute for each who scans, and not where nothing is asked for but the head', async () => {
    const { code } = await labelOf('lot', plant.lotId)
    now += 60_000
    const scansOf = async () => done(await plant.engineer.get(`/qc/qr?keyword=${code}`)).list[0].scans
    const before = await scansOf()
    const headers = { authorization: `Bearer ${plant.inspector.token}` }
    const look = (by: typeof plant.inspector) => by.get(`/qc/qr/${code}`)
    await app.app.request(`/api/v1/qc/qr/${code}`, { method: 'HEAD', headers })
    expect(await scansOf()).toBe(before)
    for (const by of [plant.inspector, plant.inspector, plant.engineer]) await look(by)
    expect(await scansOf()).toBe(before + 2)
    now += 60_000
    await look(plant.inspector)
    expect(await scansOf()).toBe(before + 3)
    now = began
  })

  test('labels scanned one right after the other are each counted', async () => {
    const both = await labels('equipment', [plant.gaugeId, plant.equipmentId])
    const scansOf = async ({ code }: Label) => done(await plant.engineer.get(`/qc/qr?keyword=${code}`)).list[0].scans
    const before = await Promise.all(both.map(scansOf))
    for (const { code } of both) await plant.inspector.get(`/qc/qr/${code}`)
    expect(await Promise.all(both.map(scansOf))).toEqual(before.map((scans) => scans + 1))
  })
})

describe('a code answers what somebody needs who stands in front of the thing', () => {
  test('a record: its verdict, and its worst items, the worst first', async () => {
    const record = await submitted(bad)
    const { code } = await labelOf('record', record.qcValueBaseId)
    expect(done(await plant.inspector.get(`/qc/qr/${code}`))).toMatchObject({
      kind: 'record',
      qcValueBaseId: record.qcValueBaseId,
      path: `/caliper/qc/value-info/${record.qcValueBaseId}`,
      product: 'c21',
      recordNo: record.recordNo,
      judgement: 'NG',
      status: 'submitted',
      lotNo: 'L-001',
      worst: [
        { name: '厚度', judgement: 'NG', sampleNo: 2, raw: '10.25', usl: '10.10' },
        { name: '外观', judgement: 'WARN', raw: 'scratch', chosen: [{ name: '划痕', nameEn: 'Scratch' }] },
      ],
    })
  })

  test('a template: its version, and whether records of it need a lot', async () => {
    const { code } = await labelOf('template', template.templateId)
    expect(done(await plant.inspector.get(`/qc/qr/${code}`))).toMatchObject({
      kind: 'template',
      templateId: template.templateId,
      versionNo: 1,
      itemCount: 6,
      isLotRequired: false,
      path: `/caliper/qc/info-list/${template.templateId}`,
    })
  })

  test('a lot: how many records and the last verdict; equipment: the last results; both: what can be checked', async () => {
    const last = await submitted()
    const lot = done(await plant.inspector.get(`/qc/qr/${(await labelOf('lot', plant.lotId)).code}`))
    expect(lot).toMatchObject({ kind: 'lot', status: 'open', last: { recordNo: last.recordNo, judgement: 'OK' } })
    expect(lot.records).toBeGreaterThan(lot.ngRecords)
    expect(lot.templates.map(({ templateId }: { templateId: number }) => templateId)).toContain(template.templateId)
    const machine = done(await plant.inspector.get(`/qc/qr/${(await labelOf('equipment', plant.equipmentId)).code}`))
    expect(machine).toMatchObject({ kind: 'equipment', name: '涂布机 1 号', isEnabled: true })
    expect(machine.results[0]).toMatchObject({ recordNo: last.recordNo })
  })
})

describe('a record outside of the data scope is not there (S33, S34)', () => {
  test('its code is unknown, is not printed, revoked or listed, and lots and machines do not count it', async () => {
    const record = await submitted(bad)
    const { qcValueBaseId } = record
    const { code } = await labelOf('record', qcValueBaseId)
    const lot = await labelOf('lot', plant.lotId)
    const { colleague } = plant // sees only what is their own
    const unknown = await colleague.get(`/qc/qr/${newCode()}`)
    expect(await colleague.get(`/qc/qr/${code}`)).toMatchObject({ code: 404, msg: unknown.msg, data: null })
    expect((await colleague.post('/qc/qr', { kind: 'record', ids: [qcValueBaseId] })).code).toBe(404)
    expect((await colleague.get(`/qc/qr/${code}/label.svg`)).http).toBe(404)
    expect(done(await colleague.get(`/qc/qr?keyword=${code}`)).count).toBe(0)
    expect(done(await colleague.get(`/qc/qr?keyword=${lot.code}`)).count).toBe(1)
    expect(done(await colleague.get(`/qc/qr/${lot.code}`))).toMatchObject({ records: 0, ngRecords: 0, last: null })
    const outsider = await plant.person(
      'quality-engineer',
      done(await plant.admin.post('/dept', { parentId: 0, deptName: '别处' })),
    )
    expect((await outsider.post(`/qc/qr/${code}/revoke`, { reason: '贴错' })).code).toBe(404)
    expect((await plant.engineer.get(`/qc/qr/${code}`)).code).toBe(200)
  })

  test('who may see no records is refused a record’s code, and told of a lot only what it is', async () => {
    const { qcValueBaseId } = await submitted()
    const reader = await app.signedIn('qc:template:list')
    expect((await reader.get(`/qc/qr/${(await labelOf('record', qcValueBaseId)).code}`)).code).toBe(403)
    expect(done(await reader.get(`/qc/qr/${(await labelOf('lot', plant.lotId)).code}`))).toMatchObject({
      lotNo: 'L-001',
      records: 0,
      last: null,
    })
  })
})

test('a revoked code leads nowhere, for a reason that the audit trail keeps; its thing may be given another', async () => {
  const lotId = done(await plant.engineer.post('/qc/lot', { productId: plant.productId, lotNo: 'L-REVOKED' }))
  const { code } = await labelOf('lot', lotId)
  expect((await plant.inspector.post(`/qc/qr/${code}/revoke`, { reason: '贴错' })).code).toBe(403)
  expect((await plant.engineer.post(`/qc/qr/${code}/revoke`, { reason: ' ' })).errors).toHaveProperty('reason')
  expect((await plant.engineer.post(`/qc/qr/${code}/revoke`, { reason: '贴错' })).code).toBe(200)
  expect(await plant.inspector.get(`/qc/qr/${code}`)).toMatchObject({
    code: 404,
    msg: expect.stringContaining('revoked'),
    data: null,
  })
  expect((await plant.inspector.get(`/qc/qr/${code}/label.svg`)).http).toBe(404)
  expect((await plant.engineer.post(`/qc/qr/${code}/revoke`, { reason: '贴错' })).code).toBe(409)
  const another = await labelOf('lot', lotId)
  expect(another.code).not.toBe(code)
  const states = async (search: string) =>
    done(await plant.engineer.get(`/qc/qr?keyword=L-REVOKED${search}`)).list.map((row: Label) => row.code)
  expect(await states('&state=revoked')).toEqual([code])
  expect(await states('&state=valid&kind=lot&product=c21')).toEqual([another.code])
  const { audits } = app.store.t
  const [entry] = await app.store.db.select().from(audits).where(eq(audits.old, code)).orderBy(desc(audits.id)).limit(1)
  expect(entry).toMatchObject({ entity: 'qr', entityId: lotId, action: 'revoke', reason: '贴错' })
})

describe('a label', () => {
  test('holds the address that is configured, never the Host header (S58)', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    const body = { kind: 'lot', ids: [plant.lotId] }
    const [label] = done(await plant.engineer.send('POST', '/qc/qr', { body, headers })) as Label[]
    expect(label!.url).toBe(`https://qc.example/caliper/qr-code-info?code=${label!.code}`)
  })

  test('says of a record number, template, lot and time, and the verdict with the time at which it was printed', async () => {
    const { qcValueBaseId, recordNo } = await submitted(bad)
    expect(await labelOf('record', qcValueBaseId)).toMatchObject({
      title: recordNo,
      lines: ['极片 <厚度> & "毛刺"', 'L-001', '2026-11-21 05:59', 'NG, printed', '11-21 06:00'],
    })
  })

  test('is a picture of 40 × 30 mm in which no text is read as markup, and nothing runs', async () => {
    const { qcValueBaseId } = await submitted()
    const { code } = await labelOf('record', qcValueBaseId)
    const { data, headers } = await plant.engineer.get(`/qc/qr/${code}/label.svg`)
    expect(data).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"')
    expect(data).toContain('&lt;厚度&gt;')
    expect(data).not.toMatch(/<(?!\/?(svg|title|rect|path|g|text)\b)/)
    expect(data).toContain(`${code.slice(0, 5)}-${code.slice(5)}`)
    expect(headers.get('content-type')).toStartWith('image/svg+xml')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const larger = await plant.engineer.get(`/qc/qr/${code}/label.svg?size=80x60`)
    expect(larger.data).toContain('width="80mm" height="60mm"')
    expect((await plant.engineer.get(`/qc/qr/${code}/label.svg?size=1x1`)).http).toBe(400)
  })

  test('of a plant whose address nobody has said holds the code alone', async () => {
    const other = await startApp()
    const admin = await other.signedIn('*:*:*')
    const body = { code: 'p1', name: '产品', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
    const productId = done(await admin.post('/qc/product', body))
    const id = done(await admin.post('/qc/lot', { productId, lotNo: 'B-1' }))
    const [label] = done(await admin.post('/qc/qr', { kind: 'lot', ids: [id] })) as Label[]
    expect(label!.url).toBe(label!.code)
    await other.close()
  })
})

test('a draft that is sent twice by its device is one record, however it was entered', async () => {
  const body = {
    clientUid: 'device-0000000000000001',
    templateId: template.templateId,
    source: 'offline',
    values: valuesOf(template, good),
  }
  const { inspector } = plant
  const [one, other] = await Promise.all([
    inspector.post('/qc/value-base', body),
    inspector.post('/qc/value-base', body),
  ])
  const record = done(one)
  expect(done(other).qcValueBaseId).toBe(record.qcValueBaseId)
  expect((await step(inspector, 'submit', record)).code).toBe(200)
  const { qcValueBaseId, values } = record
  expect(done(await inspector.post('/qc/value-base', body))).toMatchObject({
    qcValueBaseId,
    values,
    status: 'submitted',
  })
})
