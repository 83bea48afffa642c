import type { TemplateItem } from '#shared/qc/template/schema'
import type { Correction, RecordDetail, RecordValue } from '#shared/qc/record/schema'
import { inspect, type ItemOutcome } from '#shared/spc/sampling/inspection'

/** One sample of an item. One whose value was removed by a correction has only its corrections. */
export type ReadSample<Value = RecordValue> = { sampleNo: number; value: Value | undefined }

/** One item of a record for reading: its values, their outcome, and later corrections. */
export type ReadItem = {
  item: TemplateItem
  values: readonly RecordValue[]
  samples: readonly ReadSample[]
  outcome: ItemOutcome
  corrections: readonly Correction[]
}

/** The items of a record that are visible or have corrected values, in the order of its template. */
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
    const { itemKey, type } = item
    const itemValues = (valuesOf.get(itemKey) ?? []).toSorted((value, other) => value.sampleNo - other.sampleNo)
    // A calculated value follows from others, which list their own corrections.
    const itemCorrections = type === 'calculated' ? [] : (correctionsOf.get(itemKey) ?? [])
    const samples = samplesOf(itemValues, itemCorrections)
    if (!outcome.isVisible && samples.length === 0) return []
    return [{ item, values: itemValues, samples, outcome, corrections: itemCorrections }]
  })
}

/** The name of the group that begins with this item; empty where none does. */
export function groupAt(items: readonly ReadItem[], index: number): string {
  const { groupName } = items[index]!.item
  return groupName === items[index - 1]?.item.groupName ? '' : groupName
}

/** The samples with a value or a correction, in their order. */
export function samplesOf<Value extends Pick<RecordValue, 'sampleNo'>>(
  values: readonly Value[],
  corrections: readonly Correction[],
): ReadSample<Value>[] {
  const byNo = new Map(values.map((value) => [value.sampleNo, value]))
  const numbers = new Set([...byNo.keys(), ...corrections.flatMap(({ sampleNo }) => sampleNo ?? [])])
  return [...numbers].toSorted((a, b) => a - b).map((sampleNo) => ({ sampleNo, value: byNo.get(sampleNo) }))
}
