import { and, eq, inArray, ne } from 'drizzle-orm'
import { partsOf } from '#shared/spc/formula/order'
import { literal, statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'
import { inspectStored } from '../record/values'
import { boundItems } from '../template/items'
import type { SeriesRecord } from './series-columns'

type Bound = Pick<SeriesRecord, 'qcValueBaseId' | 'versionId'>
type Values = SeriesRecord['values']

const valuesOf = statementIn((store, db) => {
  const { qcValueBaseId, itemKey, sampleNo, num, den, gaugeId, corrected } = store.t.values
  return db
    .select({ qcValueBaseId, sampleNo, num, den, gaugeId, corrected })
    .from(store.t.values)
    .where(and(eq(itemKey, store.bind('itemKey')), store.among(qcValueBaseId, store.bind('records'), 'ids')))
    .orderBy(qcValueBaseId, sampleNo)
})

const idsIn = (records: readonly Bound[]) => JSON.stringify({ ids: records.map(({ qcValueBaseId }) => qcValueBaseId) })

/**
 * Records with their values of a characteristic. A record that gives reasons for all its values (missing or not
 * applicable) is a gap (qc-domain 2.3). A record without values of the characteristic is left out: the item is due only
 * for every eighth pack, was hidden, or is not in its version.
 */
export async function withValues<One extends Bound>(
  store: Dialect,
  db: Reader,
  itemKey: string,
  records: readonly One[],
): Promise<(One & { values: Values })[]> {
  const rows = await valuesOf(store, db, { itemKey, records: idsIn(records) })
  const byRecord = new Map<number, Values>(Map.groupBy(rows, ({ qcValueBaseId }) => qcValueBaseId))
  const without = records.filter(({ qcValueBaseId }) => !byRecord.has(qcValueBaseId))
  for (const [id, gap] of await calculatedGaps(store, db, itemKey, without)) byRecord.set(id, gap)
  return records.flatMap((record) => {
    const values = byRecord.get(record.qcValueBaseId)
    return values ? [{ ...record, values }] : []
  })
}

/** All values of those records that give a reason for at least one. */
const valuesBesideReasons = statementIn((store, db) => {
  const { values } = store.t
  const withReason = db
    .select({ id: values.qcValueBaseId })
    .from(values)
    .where(and(ne(values.state, literal('present')), store.among(values.qcValueBaseId, store.bind('records'), 'ids')))
  return db.select().from(values).where(inArray(values.qcValueBaseId, withReason))
})

/** The gaps of a calculated item where a reason stands for a part of it: a calculated value is stored only if it exists. */
async function calculatedGaps(
  store: Dialect,
  db: Reader,
  itemKey: string,
  records: readonly Bound[],
): Promise<Map<number, Values>> {
  const gaps = new Map<number, Values>()
  const versions = await boundItems(
    store,
    db,
    records.map(({ versionId }) => versionId),
  )
  const itemOf = ({ versionId }: Bound) => versions.get(versionId)!.find((item) => item.itemKey === itemKey)
  const calculated = records.filter((record) => itemOf(record)?.type === 'calculated')
  if (calculated.length === 0) return gaps
  const rows = await valuesBesideReasons(store, db, { records: idsIn(calculated) })
  const byRecord = Map.groupBy(rows, ({ qcValueBaseId }) => qcValueBaseId)
  for (const record of calculated) {
    const values = byRecord.get(record.qcValueBaseId)
    if (!values) continue
    const [item, items] = [itemOf(record)!, versions.get(record.versionId)!]
    const parts = new Set(partsOf(item, items).map((part) => part.itemKey))
    const hasReason = values.some((value) => value.state !== 'present' && parts.has(value.itemKey))
    const isVisible = () => inspectStored(items, values).items[items.indexOf(item)]!.isVisible
    if (hasReason && isVisible()) gaps.set(record.qcValueBaseId, noValues(item.sampleSize))
  }
  return gaps
}

const noValues = (size: number): Values =>
  Array.from({ length: size }, (_, index) => ({
    sampleNo: index + 1,
    num: null,
    den: null,
    gaugeId: null,
    corrected: false,
  }))
