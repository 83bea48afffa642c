import type { TemplateItem } from '#shared/qc/template/schema'
import type { Correction, RecordDetail, RecordValue } from '#shared/qc/record/schema'
import { inspect, type ItemOutcome } from '#shared/spc/sampling/inspection'

/** One item of a record for reading: its values, their outcome, and later corrections. */
export type ReadItem = {
  item: TemplateItem
  values: readonly RecordValue[]
  outcome: ItemOutcome
  corrections: readonly Correction[]
}

/** The visible items of a record, in the order of its template. */
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
    const { itemKey, type } = item
    const itemValues = (valuesOf.get(itemKey) ?? []).toSorted((value, other) => value.sampleNo - other.sampleNo)
    // A calculated value follows from others, which list their own corrections.
    const itemCorrections = type === 'calculated' ? [] : (correctionsOf.get(itemKey) ?? [])
    return [{ item, values: itemValues, outcome, corrections: itemCorrections }]
  })
}
