import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startApp, type Answer, type App } from '../../support/app'
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
} from '../../support/qc/plant'

let app: App
let plant: Plant
let template: PlantTemplate
beforeAll(async () => {
  app = await startApp()
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 1 })
})
afterAll(() => app.close())

test.each([
  '/qc/value-base?product=%00',
  '/qc/export?product=%00',
  '/qc/template?product=%00',
  '/qc/template/option-select?product=%00',
  '/qc/lot?product=%00',
  '/qc/lot/option-select?product=%00',
  '/qc/equipment?product=%00',
  '/qc/qr?product=%00',
  '/qc/value-item?qcValueBaseId=1&itemKey=a%00',
  '/qc/audit?recordNo=%00',
  '/qc/audit?actor=%00',
])('a NUL is refused as bad input, never a fault of the database: %s (S48)', async (path) => {
  expect((await plant.admin.get(path)).code).toBe(400)
})

test('so it is in the codes that a step names', async () => {
  const record = await draftBy(plant.inspector, template)
  expect((await step(plant.inspector, 'submit', record, { reasonCode: 'a\0' })).code).toBe(400)
  expect((await step(plant.inspector, 'submit', record, { disposition: 'a\0' })).code).toBe(400)
})

describe('control characters are refused at their field, and nothing is kept (S48)', () => {
  const bad = 'a\u0007b'
  const words = () => ({ itemKey: template.keys['words']!, sampleNo: 1 })
  test.each<[what: string, field: string, send: () => Promise<Answer>]>([
    ['a remark', 'remark', () => record({ remark: bad })],
    ['a value in words', 'values.0.raw', () => record({ values: [{ ...words(), raw: bad }] })],
    ['the name of a device', 'clientUid', () => record({ clientUid: bad.repeat(5) })],
    ['a lot', 'lotNo', () => plant.admin.post('/qc/lot', { productId: plant.productId, lotNo: bad })],
    ['a template', 'name', () => plant.engineer.post('/qc/template', { ...head(), name: bad })],
    [
      'a product line',
      'name',
      () => plant.engineer.post('/qc/product', { code: 'xx', name: bad, tz: 'Asia/Shanghai' }),
    ],
  ])('%s', async (_, field, send) => {
    const { valueBases, lots, templates, products } = app.store.t
    const all = () =>
      Promise.all([valueBases, lots, templates, products].map((table) => app.store.db.select().from(table)))
    const before = await all()
    const { code, errors = {} } = await send()
    expect([code, Object.keys(errors)]).toEqual([400, [field]])
    expect(await all()).toEqual(before)
  })
  const head = () => ({ productId: plant.productId, code: 'X', stage: 'ipqc' })
  const record = (more: object) => plant.inspector.post('/qc/value-base', { templateId: template.templateId, ...more })

  test('a comment, and the reason of a step', async () => {
    const draft = await draftBy(plant.inspector, template)
    const at = `/qc/value-base/${draft.qcValueBaseId}`
    expect((await plant.inspector.post(`${at}/comment`, { text: bad })).code).toBe(400)
    expect((await step(plant.inspector, 'void', draft, { reason: bad })).code).toBe(400)
    expect(done(await plant.inspector.get(at))).toEqual(draft)
  })
})

test('markup, quotes and signs are kept as they were written, wherever people write (S48)', async () => {
  const said = `<b onclick="x()">10 < 11</b> & 'ß' “引” \\ %_ 🔍`
  const values = valuesOf(template, { ...good, words: [said] })
  const lotId: number = done(await plant.admin.post('/qc/lot', { productId: plant.productId, lotNo: said }))
  const draft = await draftBy(plant.inspector, template, {}, { remark: said, lotId, values })
  const at = `/qc/value-base/${draft.qcValueBaseId}`
  done(await plant.inspector.post(`${at}/comment`, { text: said }))
  const voided = await stepped(plant.inspector, 'void', draft, { reason: said })
  for (const read of [voided, done(await plant.inspector.get(`${at}/print`))]) {
    const { remark, lotNo, voidReason, comments } = read
    expect([remark, lotNo, voidReason, comments[0].text]).toEqual([said, said, said, said])
    expect(read.values.find(({ itemKey }: { itemKey: string }) => itemKey === template.keys['words']).raw).toBe(said)
  }
  const { list } = done(await plant.reviewer.get(`${at}/audit`))
  expect(list[0]).toMatchObject({ action: 'void', reason: said })
})
