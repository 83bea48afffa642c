import type { LotInput } from '#shared/qc/lot'
import type { ValueInput } from '#shared/qc/record/schema'
import { appendAuditInOrder } from '#server/qc/audit/append'
import { insertLots } from '#server/qc/lot/queries'
import { insertRecords, type NewRecord } from '#server/qc/record/insert'
import { advance, type Step } from '#server/qc/record/submit'
import { changeRecord } from '#server/qc/record/change'
import type { Store, Writer } from '#server/platform/store/index'
import { ENGINEER, type Disposition, type PlannedStep } from './dispositions'
import { keyOfVersion, type Ids } from './ids'
import { keyOfLot, type PlannedLot } from './lots'
import { authorOf, type PersonOf } from './people'
import { addPhotos } from './photos'
import type { PlannedValue } from './records'
import { release, type Release } from './releases'
import type { WorkingDay } from './year'

/** The target of a part of the year, and the ids of existing rows; the loading adds the ids of new rows. */
export type Loading = { store: Store; db: Writer; ids: Ids; personOf: PersonOf }

/**
 * Loads some working days: releases of templates, lots, records, then steps. Each kind is loaded for all days at once;
 * the audit trail is in order of time.
 * @param more runs as part of these days
 */
export const loadDays = (
  to: Loading,
  days: readonly WorkingDay[],
  more: () => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  appendAuditInOrder(to.store, to.db, async () => {
    for (const planned of days.flatMap(({ releases }) => releases)) await loadRelease(to, planned)
    for (const day of days) if (day.lots.length > 0) await loadLots(to, day)
    const shifts = days.flatMap((day) => day.shifts)
    const dispositions = shifts.flatMap((shift) => shift.dispositions)
    const steps = shifts.flatMap((shift) => shift.steps)
    await loadRecords(to, dispositions)
    await loadSteps(to, steps)
    await more()
  })

async function loadRelease({ store, db, ids, personOf }: Loading, planned: Release) {
  const { code, product, versions } = planned.template
  const numbers = versions.map((_, index) => versions.length - index)
  const current = numbers.map((no) => ids.versions.get(keyOfVersion(code, no))).find(Boolean)
  const author = authorOf(personOf(ENGINEER), planned.at)
  const productId = ids.products.get(product)!
  const created = await release(store, db, planned, { productId, current, author })
  if (created) ids.versions.set(keyOfVersion(code, created.versionNo), created)
}

async function loadLots({ store, db, ids, personOf }: Loading, { lots, start }: WorkingDay) {
  const inputs = lots.map((lot) => lotInput(lot, ids))
  const created = await insertLots(store, db, inputs, authorOf(personOf(ENGINEER), start))
  for (const [index, lot] of lots.entries()) ids.lots.set(keyOfLot(lot), created[index]!.lotId)
}

async function loadRecords({ store, db, ids, personOf }: Loading, dispositions: readonly Disposition[]) {
  let waiting: Disposition[] = []
  async function insert() {
    const inputs = waiting.map((disposition) => recordInput(disposition, ids, personOf))
    const inserted = await insertRecords(store, db, inputs)
    const codes = waiting.map(({ record }) => record.template.code)
    await addPhotos(store, db, inserted, codes)
    for (const [index, { record }] of waiting.entries()) ids.records.set(record.uid, inserted[index]!.qcValueBaseId)
    waiting = []
  }
  for (const disposition of dispositions) {
    const { retestOf } = disposition.record
    // the id of the first record is needed
    if (retestOf && waiting.some(({ record }) => record === retestOf)) await insert()
    waiting.push(disposition)
  }
  await insert()
}

/** One step of each record at a time. */
async function loadSteps({ store, db, ids, personOf }: Loading, steps: readonly PlannedStep[]) {
  const byRecord = [...Map.groupBy(steps, ({ record }) => record).values()]
  for (let turn = 0; byRecord.some(({ length }) => length > turn); turn++) {
    const next = byRecord.flatMap((own) => own[turn] ?? [])
    for (const { record, correction, by, at } of next) {
      if (!correction) continue
      const { values, ...change } = correction
      const all = { ...change, values: values.map((value) => valueInput(value, ids)) }
      await changeRecord(store, db, ids.records.get(record.uid)!, all, authorOf(personOf(by), at))
    }
    const advancing = next.flatMap((step) => stepInput(step, ids, personOf))
    await advance(store, db, advancing)
  }
}

const lotInput = ({ product, day: _day, ...lot }: PlannedLot, { products }: Ids): LotInput => ({
  ...lot,
  productId: products.get(product)!,
  remark: '',
})

function recordInput({ record, entered, remark }: Disposition, ids: Ids, personOf: PersonOf): NewRecord {
  const { template, versionNo, circumstances, retestOf } = record
  const operator = personOf(circumstances.operator)
  const { templateId, versionId } = ids.versions.get(keyOfVersion(template.code, versionNo))!
  return {
    productId: ids.products.get(template.product)!,
    templateId,
    versionId,
    lotId: ids.lots.get(keyOfLot(record.lot))!,
    equipmentId: circumstances.machine === null ? null : ids.equipment.get(circumstances.machine)!,
    shiftId: null,
    operatorId: operator.userId,
    operatorName: operator.name,
    deptId: operator.deptId,
    inspectedAt: record.inspectedAt,
    source: 'manual',
    remark,
    clientUid: record.uid,
    // in a shortened year, the first record may be missing
    retestOf: (retestOf && ids.records.get(retestOf.uid)) ?? null,
    values: entered.map((value) => valueInput(value, ids)),
    author: authorOf(operator, record.createdAt),
  }
}

const valueInput = ({ gauge, ...value }: PlannedValue, { equipment }: Ids): ValueInput => ({
  ...value,
  gaugeId: gauge === null ? null : equipment.get(gauge)!,
})

function stepInput(step: PlannedStep, ids: Ids, personOf: PersonOf): Step[] {
  const { record, action, by, at, reason, comment, disposition } = step
  if (action === 'correct') return []
  const qcValueBaseId = ids.records.get(record.uid)!
  const author = authorOf(personOf(by), at)
  // relevant only if one person replaces another without an account
  return [{ qcValueBaseId, action, author, reason, comment, disposition, isSelfAllowed: true }]
}
