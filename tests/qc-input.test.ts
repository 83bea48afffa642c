import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startApp, type App } from './support/app'
import { draftBy, qcPlant, step, type Plant } from './support/qc'

let app: App
let plant: Plant
beforeAll(async () => {
  app = await startApp()
  plant = await qcPlant(app)
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
  const record = await draftBy(plant.inspector, await plant.template({ signLevels: 1 }))
  expect((await step(plant.inspector, 'submit', record, { reasonCode: 'a\0' })).code).toBe(400)
  expect((await step(plant.inspector, 'submit', record, { disposition: 'a\0' })).code).toBe(400)
})
