import type { LotInput } from '#shared/schemas/qc-lot'
import type { ValueInput } from '#shared/schemas/qc-record'
import { toldInOrder, type Author } from '#server/queries/qc-audit'
import { insertLots } from '#server/queries/qc-lot'
import { advance, changeRecord, insertRecords, type NewRecord, type Step } from '#server/queries/qc-record-batch'
import type { Store, Writer } from '#server/store/index'
import { ENGINEER, type Fate, type PlannedStep } from './fates'
import { keyOfVersion, type Ids } from './ids'
import { keyOfLot, type PlannedLot } from './lots'
import { authorOf, type PersonOf } from './people'
import type { PlannedValue } from './records'
import { release, type Release } from './releases'
import type { WorkingDay } from './year'

/**
 * Lets some working days happen: what became of templates, new lots, then what was entered, mended and signed; the audit
 * trail tells it in the order of time. What it makes is added to `ids`.
 */
export const loadDays = (store: Store, db: Writer, days: readonly WorkingDay[], ids: Ids, personOf: PersonOf) =>
  toldInOrder(store, db, async () => {
    for (const happening of days.flatMap(({ releases }) => releases))
      await loadRelease(store, db, happening, ids, personOf)
    for (const day of days)
      if (day.lots.length > 0) await loadLots(store, db, day, ids, authorOf(personOf(ENGINEER), day.start))
    const shifts = days.flatMap((day) => day.shifts)
    await loadRecords(
      store,
      db,
      shifts.flatMap(({ fates }) => fates),
      ids,
      personOf,
    )
    await loadSteps(
      store,
      db,
      shifts.flatMap(({ steps }) => steps),
      ids,
      personOf,
    )
  })

async function loadRecords(store: Store, db: Writer, fates: readonly Fate[], ids: Ids, personOf: PersonOf) {
  let waiting: Fate[] = []
  async function insert() {
    const made = await insertRecords(
      store,
      db,
      waiting.map((fate) => recordInput(fate, ids, personOf)),
    )
    for (const [place, { record }] of waiting.entries()) ids.records.set(record.uid, made[place]!)
    waiting = []
  }
  for (const fate of fates) {
    const { retestOf } = fate.record
    // the number of the first is asked for
    if (retestOf && waiting.some(({ record }) => record === retestOf)) await insert()
    waiting.push(fate)
  }
  await insert()
}

/** Each record one step at a time, all records together. */
async function loadSteps(store: Store, db: Writer, steps: readonly PlannedStep[], ids: Ids, personOf: PersonOf) {
  const byRecord = [...Map.groupBy(steps, ({ record }) => record).values()]
  for (let turn = 0; byRecord.some(({ length }) => length > turn); turn++) {
    const next = byRecord.flatMap((own) => own[turn] ?? [])
    for (const { record, correction, by, at } of next) {
      if (!correction) continue
      const { values, ...change } = correction
      const all = { ...change, values: values.map((value) => valueInput(value, ids)) }
      await changeRecord(store, db, ids.records.get(record.uid)!, all, authorOf(personOf(by), at))
    }
    await advance(
      store,
      db,
      next.flatMap((step) => stepInput(step, ids, personOf)),
    )
  }
}

async function loadLots(store: Store, db: Writer, { lots }: WorkingDay, ids: Ids, author: Author) {
  const inputs = lots.map((lot) => lotInput(lot, ids))
  const made = await insertLots(store, db, inputs, author)
  for (const [place, lot] of lots.entries()) ids.lots.set(keyOfLot(lot), made[place]!.lotId)
}

async function loadRelease(store: Store, db: Writer, happening: Release, ids: Ids, personOf: PersonOf) {
  const { code, product, versions } = happening.template
  const numbers = versions.map((_, place) => versions.length - place)
  const current = numbers.map((no) => ids.versions.get(keyOfVersion(code, no))).find(Boolean)
  const productId = ids.products.get(product)!
  const made = await release(store, db, happening, {
    productId,
    current,
    author: authorOf(personOf(ENGINEER), happening.at),
  })
  if (made) ids.versions.set(keyOfVersion(code, made.versionNo), made)
}

const lotInput = ({ product, day: _day, ...lot }: PlannedLot, { products }: Ids): LotInput => ({
  ...lot,
  productId: products.get(product)!,
  remark: '',
})

function recordInput({ record, entered, remark }: Fate, ids: Ids, personOf: PersonOf): NewRecord {
  const { template, versionNo, occasion, retestOf } = record
  const operator = personOf(occasion.operator)
  const { templateId, versionId } = ids.versions.get(keyOfVersion(template.code, versionNo))!
  return {
    productId: ids.products.get(template.product)!,
    templateId,
    versionId,
    lotId: ids.lots.get(keyOfLot(record.lot))!,
    equipmentId: occasion.machine === null ? null : ids.equipment.get(occasion.machine)!,
    shiftId: null,
    operatorId: operator.userId,
    operatorName: operator.name,
    deptId: operator.deptId,
    inspectedAt: record.inspectedAt,
    source: 'manual',
    remark,
    clientUid: record.uid,
    // where the year is cut short, the first may not be there
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
  // matters only where one person stands in for another who has no account any more
  return [{ qcValueBaseId, action, author, reason, comment, disposition, isSelfAllowed: true }]
}
