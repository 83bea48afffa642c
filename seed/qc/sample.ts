import { DAY_MS, HOUR_MS } from '#shared/durations'
import type { ValueInput } from '#shared/qc/record/schema'
import type { StepAction } from '#shared/qc/record/workflow'
import { insertEquipment } from '#server/qc/equipment/queries'
import { putIntoForce } from '#server/qc/limit/write'
import { insertLots } from '#server/qc/lot/queries'
import { insertProducts } from '#server/qc/product/queries'
import { insertRecords } from '#server/qc/record/insert'
import { advance } from '#server/qc/record/submit'
import { seriesOf } from '#server/qc/chart/series'
import type { Store } from '#server/platform/store/index'
import { ENGINEER, REVIEWER } from './dispositions'
import { itemsOf, looks } from './items'
import { authorOf, peopleOf } from './people'
import { gauges, lines, machines, products } from './plant'
import { release } from './releases'
import type { TemplatePlan } from './template-plan'

const INSPECTOR = 'inspector'
const APPROVER = 'approver'

/** The diameter of a shaft, with two signatures: three pieces, and the fit of the key. */
const { numeric, other, choice, counted } = itemsOf('S-DIA')
const diameter = numeric(['diameter', '直径', 'Diameter'], {
  unit: 'mm',
  decimals: 2,
  limits: ['19.90', null, '20.00', null, '20.10'],
  sampleSize: 3,
  severity: 'critical',
})
const shaft = {
  code: 'S-DIA',
  name: '轴径检验',
  nameEn: 'Shaft diameter',
  signLevels: 2,
  items: [diameter, other(['fit', '键槽配合', 'Key fits'], 'boolean')],
} as const
/** The appearance, with one signature: a choice and a count. */
const look = {
  code: 'S-VIS',
  name: '外观检验',
  nameEn: 'Look',
  signLevels: 1,
  items: [
    choice(['surface', '表面', 'Surface'], looks(['良好', 'Good'], ['轻微', 'Slight'], ['不良', 'Bad'])),
    counted(['scratches', '划伤', 'Scratches'], 'defectives', { decimals: 3, usl: '0.02' }),
  ],
} as const

type Entered = Record<string, readonly string[] | { raw: string; den: string }>
type Step = [action: StepAction, by: string, more?: { reason?: string; comment?: string; disposition?: string }]
type Planned = {
  template: typeof shaft | typeof look
  hoursBefore: number
  entered: Entered
  remark?: string
  steps: readonly Step[]
}

const measured = (...diameters: string[]): Entered => ({ diameter: diameters, fit: ['1'] })
const unfit = (...diameters: string[]): Entered => ({ diameter: diameters, fit: ['0'] })
const seen = (surface: string, raw: string): Entered => ({ surface: [surface], scratches: { raw, den: '100' } })

const submitted: Step = ['submit', INSPECTOR]
const reviewed: Step = ['review', REVIEWER]
const approved: Step = ['approve', APPROVER, { comment: '同意 Agreed' }]
const signed = [submitted, reviewed, approved]

/** Records before the limits come into force. */
const base: Planned[] = [
  { template: shaft, hoursBefore: 96, entered: measured('20.00', '20.01', '19.99'), steps: signed },
  { template: shaft, hoursBefore: 92, entered: measured('20.02', '20.00', '20.01'), steps: signed },
  { template: shaft, hoursBefore: 88, entered: measured('19.98', '20.00', '19.99'), steps: signed },
]
/** Later records, one in each state. The approved one is beyond a control limit and causes a signal. */
const records: Planned[] = [
  { template: shaft, hoursBefore: 30, entered: measured('20.07', '20.08', '20.06'), steps: signed },
  { template: shaft, hoursBefore: 26, entered: measured('20.01', '19.99', '20.00'), steps: [submitted, reviewed] },
  {
    template: shaft,
    hoursBefore: 22,
    entered: unfit('20.00', '20.02', '20.01'),
    remark: '已隔离 Isolated',
    steps: [['submit', INSPECTOR]],
  },
  {
    template: shaft,
    hoursBefore: 18,
    entered: measured('20.00', '20.02', '19.98'),
    steps: [submitted, ['reject', REVIEWER, { reason: '请核对末位读数 Please check the last figure' }]],
  },
  {
    template: look,
    hoursBefore: 14,
    entered: seen('ok', '1'),
    steps: [submitted, ['void', APPROVER, { reason: '重复录入 Entered twice' }]],
  },
  { template: look, hoursBefore: 10, entered: seen('bad', '5'), remark: '已隔离 Isolated', steps: [submitted] },
  { template: look, hoursBefore: 6, entered: seen('slight', '2'), steps: [submitted, approved] },
  { template: shaft, hoursBefore: 2, entered: measured('20.01', '20.00'), steps: [] },
]

/**
 * A small plant for the tests of other programs, up to `now`: a product line, a machine, a gauge, a lot, two
 * templates, and records in every state. The same `now` results in the same ids, numbers and times.
 */
export async function seedSample(store: Store, now: number): Promise<void> {
  const personOf = await peopleOf(store)
  const at = (username: string, hoursBefore: number) => authorOf(personOf(username), now - hoursBefore * HOUR_MS)
  const begin = at(ENGINEER, 240)

  const ids = await store.tx(async (db) => {
    const [line] = await insertProducts(store, db, products.slice(0, 1), begin)
    const { productId } = line!.product
    const [place, machine, gauge] = [lines[0]!, machines[0]!, gauges[1]!]
    const calibrationDue = new Date(now + 60 * DAY_MS).toISOString().slice(0, 10)
    const { product: _line, parent: _none, ...lineFields } = place
    const [parent] = await insertEquipment(store, db, [{ ...lineFields, productId, parentId: null }], begin)
    const { product: _product, parent: _parent, ...machineFields } = machine
    const { product: _all, parent: _top, dueIn: _dueIn, ...gaugeFields } = gauge
    const [made, measuring] = await insertEquipment(
      store,
      db,
      [
        { ...machineFields, productId, parentId: parent!.equipmentId },
        { ...gaugeFields, productId: null, parentId: null, calibrationDue },
      ],
      begin,
    )
    const lot = {
      lotNo: 'S260227',
      supplier: '',
      qty: '500',
      producedAt: '2026-02-27',
      status: 'open',
      remark: '',
    } as const
    const [lots] = await insertLots(store, db, [{ ...lot, productId }], begin)
    const versions = new Map<string, { templateId: number; versionId: number }>()
    for (const { items, ...template } of [shaft, look]) {
      const plan = { ...template, stage: 'ipqc', isLotRequired: false, remark: '' } as unknown as TemplatePlan // a release reads only these
      const version = { fromDay: 0, changeNote: '', items: [...items] }
      const planned = { template: plan, day: 0, at: begin.now, kind: 'publish', version } as const
      const released = await release(store, db, planned, { productId, current: undefined, author: begin })
      versions.set(template.code, released!)
    }
    const [equipmentId, gaugeId] = [made!.equipmentId, measuring!.equipmentId]
    return { productId, equipmentId, gaugeId, lotId: lots!.lotId, versions }
  })

  async function enter({ template, hoursBefore, entered, remark = '', steps }: Planned, index: number) {
    const { templateId, versionId } = ids.versions.get(template.code)!
    const inspector = personOf(INSPECTOR)
    await store.tx(async (db) => {
      const [record] = await insertRecords(store, db, [
        {
          productId: ids.productId,
          templateId,
          versionId,
          lotId: ids.lotId,
          equipmentId: ids.equipmentId,
          operatorId: inspector.userId,
          operatorName: inspector.name,
          deptId: inspector.deptId,
          inspectedAt: now - hoursBefore * HOUR_MS,
          source: 'manual',
          remark,
          clientUid: `sample-${template.code}-${String(index).padStart(2, '0')}`,
          values: template.items.flatMap(({ itemKey, code }) => valuesOf(itemKey, entered[code], ids.gaugeId)),
          author: at(INSPECTOR, hoursBefore),
        },
      ])
      for (const [turn, [action, by, more]] of steps.entries()) {
        const author = at(by, hoursBefore - (turn + 1) * 0.5)
        await advance(store, db, [{ qcValueBaseId: record!.qcValueBaseId, action, author, ...more }])
      }
    })
  }
  for (const [index, planned] of base.entries()) await enter(planned, index)
  const { templateId } = ids.versions.get(shaft.code)!
  const series = await seriesOf(store, templateId, diameter.itemKey)
  const limits = {
    templateId,
    itemKey: diameter.itemKey,
    equipmentId: null,
    chart: 'xbar-r',
    centre: 20,
    sigma: 0.02,
    sigmaMethod: 'rbar',
    points: base.length,
    excluded: [],
    baseFrom: now - 100 * HOUR_MS,
    baseTo: now - 80 * HOUR_MS,
    rules: { rules: ['1' as const], figures: {} },
    validFrom: now - 72 * HOUR_MS,
    status: 'active',
    reason: '样例 Sample',
  } as const
  await store.tx((db) =>
    putIntoForce(
      store,
      db,
      { ...limits, excluded: [], rules: { rules: ['1'], figures: {} } },
      series,
      at(ENGINEER, 72),
    ),
  )
  for (const [index, planned] of records.entries()) await enter(planned, base.length + index)
}

function valuesOf(itemKey: string, entered: Entered[string] | undefined, gaugeId: number): ValueInput[] {
  const value = { itemKey, state: 'present', confirmed: false, missingCode: null } as const
  if (entered === undefined) return []
  if ('raw' in entered) return [{ ...value, ...entered, sampleNo: 1, gaugeId: null }]
  return entered.map((raw, index) => ({
    ...value,
    raw,
    den: null,
    sampleNo: index + 1,
    gaugeId: itemKey === diameter.itemKey ? gaugeId : null,
  }))
}
