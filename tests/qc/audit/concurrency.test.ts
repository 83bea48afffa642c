import { afterAll, beforeAll, expect, test } from 'bun:test'
import { collectFaults } from '#server/qc/audit/verify/faults'
import { walkChain } from '#server/qc/audit/verify/chain'
import { startApp, type App } from '../../support/app'
import { good, qcPlant, step, valuesOf, type Plant, type PlantTemplate } from '../../support/qc/plant'

let app: App
let plant: Plant
let template: PlantTemplate
beforeAll(async () => {
  app = await startApp()
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 1 })
})
afterAll(() => app.close())

/** As many inspectors as a shift has hand in at the same moment. */
const WRITERS = 40
const codesOf = (answers: { code: number }[]) => [...new Set(answers.map(({ code }) => code))]

test('writers queue at the audit trail and none is refused, on either database; the chain has no gap (S45, S71)', async () => {
  const { templateId } = template
  const inspectedAt = new Date().toISOString()
  const body = { templateId, inspectedAt, values: valuesOf(template, good) }
  const made = await Promise.all(Array.from({ length: WRITERS }, () => plant.inspector.post('/qc/value-base', body)))
  expect(codesOf(made)).toEqual([200])
  const numbers = made.map(({ data }) => data.recordNo)
  expect(new Set(numbers).size).toBe(WRITERS)
  const submitted = await Promise.all(made.map(({ data }) => step(plant.inspector, 'submit', data)))
  expect(codesOf(submitted)).toEqual([200])
  const faults = collectFaults()
  await walkChain(app.store, faults, { anchors: [], report: () => {} })
  expect(faults.listed).toEqual([])
})
