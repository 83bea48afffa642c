import type { TemplateItem } from '#shared/qc/template/schema'
import type { Correction, RecordDetail, RecordValue } from '#shared/qc/record/schema'
import { inspect, type ItemOutcome } from '#shared/spc/sampling/inspection'

/** One item of a record as it is read: what was found, what it comes to, and what was changed afterwards. */
export type ReadItem = {
  item: TemplateItem
  values: readonly RecordValue[]
  outcome: ItemOutcome
  corrections: readonly Correction[]
}

/** The items of a record that count, in the order of its template. */
export function readItems({ items, values, corrections }: RecordDetail): ReadItem[] {
  const entered = values.map(({ itemKey, sampleNo, state, raw, den, confirmed, missingCode }) => ({
    itemKey,
    sampleNo,
    state,
    raw,
    den: den === null ? null : String(den),
    confirmed,
    missingCode,
  }))
  const inspection = inspect(items, entered)
  const valuesOf = Map.groupBy(values, ({ itemKey }) => itemKey)
  const correctionsOf = Map.groupBy(corrections, ({ itemKey }) => itemKey)
  return items.flatMap((item, index) => {
    const outcome = inspection.items[index]!
    if (!outcome.isVisible) return []
    const { itemKey } = item
    const isCalculated = item.type === 'calculated' // what it comes to follows from others, which tell
    const its = (valuesOf.get(itemKey) ?? []).toSorted((one, other) => one.sampleNo - other.sampleNo)
    return [{ item, values: its, outcome, corrections: isCalculated ? [] : (correctionsOf.get(itemKey) ?? []) }]
  })
}
