import { afterAll } from 'bun:test'
import { DAY_MS } from '#shared/durations'
import type { RecordStatus } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { insertRecords } from '#server/qc/record/insert'
import { advance, type Step } from '#server/qc/record/submit'
import { startApp } from '../app'
import { clockAt } from '../clock'
import { done, good, qcPlant, valuesOf, type Person, type Plant, type PlantTemplate } from './plant'

export const at = (id: number) => `/qc/value-base/${id}`
export const get = async (person: Person, id: number) => done(await person.get(at(id)))
export const change = (person: Person, record: { qcValueBaseId: number; lockVersion: number }, more: object) =>
  person.put(at(record.qcValueBaseId), { lockVersion: record.lockVersion, ...more })
export const iso = (time: number) => new Date(time).toISOString()

/** A plant with a template of one signature, whose clock stands at 10:00 in Shanghai until a test moves it. */
export async function recordBench() {
  const clock = clockAt(Date.UTC(2026, 10, 20, 2, 0))
  const life = { sessionIdleMs: 400 * DAY_MS, sessionMaxMs: 400 * DAY_MS }
  const app = await startApp({ now: clock.now, settings: life })
  afterAll(app.close)
  const plant = await qcPlant(app)
  const one = await plant.template({ signLevels: 1 })
  const valueIn = (record: { values: { itemKey: string; sampleNo: number }[] }, code: string, sampleNo = 1): any =>
    record.values.find((value) => value.itemKey === one.keys[code] && value.sampleNo === sampleNo)
  return { app, plant, one, clock, valueIn }
}

/** How records come into a state, and by whom. */
const ways: Record<RecordStatus, [action: Step['action'], by: 'inspector' | 'reviewer' | 'approver'][]> = {
  draft: [],
  submitted: [['submit', 'inspector']],
  reviewed: [
    ['submit', 'inspector'],
    ['review', 'reviewer'],
  ],
  approved: [
    ['submit', 'inspector'],
    ['review', 'reviewer'],
    ['approve', 'approver'],
  ],
  rejected: [
    ['submit', 'inspector'],
    ['reject', 'reviewer'],
  ],
  voided: [['void', 'inspector']],
}

const authorOf = ({ userId, roleKey }: Person) => ({
  userId,
  name: roleKey,
  now: Date.now(),
  requestId: 'made-for-a-test',
})

/** Records of the inspector in a state, of a template of two signatures, made at once. */
export async function recordsIn(
  plant: Plant,
  template: PlantTemplate,
  status: RecordStatus,
  count: number,
  by = plant.inspector,
): Promise<number[]> {
  const { store } = plant.app
  const values = valuesOf(template, good).map(
    (value) => ({ state: 'present', confirmed: false, ...value }) as ValueInput,
  )
  const record = {
    productId: plant.productId,
    templateId: template.templateId,
    versionId: template.versionId,
    lotId: plant.lotId,
    equipmentId: null,
    shiftId: null,
    operatorId: plant.inspector.userId,
    operatorName: 'inspector',
    deptId: plant.deptId,
    inspectedAt: Date.now(),
    source: 'manual' as const,
    remark: '',
    clientUid: null,
    retestOf: null,
    values,
    author: authorOf(by),
  }
  return store.tx(async (db) => {
    const records = Array.from({ length: count }, () => record)
    const inserted = await insertRecords(store, db, records)
    const ids = inserted.map(({ qcValueBaseId }) => qcValueBaseId)
    for (const [action, by] of ways[status]) {
      const author = authorOf(plant[by])
      await advance(
        store,
        db,
        ids.map((qcValueBaseId) => ({ qcValueBaseId, action, author, reason: 'for a test' })),
      )
    }
    return ids
  })
}
