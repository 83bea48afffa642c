import { isMeasured } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { readItems, type ReadItem } from '../read-items'

/**
 * The most important measured item: NG before an open signal before a warning; among equals the item with the value
 * nearest to a limit.
 */
export function worstItem(record: RecordDetail, signalled: ReadonlySet<string>): TemplateItem | undefined {
  const measured = readItems(record).filter(({ item, values }) => isMeasured(item.type) && values.length > 0)
  const rank = ({ item, outcome }: ReadItem) => {
    if (outcome.judgement === 'NG') return 0
    if (signalled.has(item.itemKey)) return 1
    return outcome.judgement === 'WARN' ? 2 : 3
  }
  const [worst] = measured.toSorted((one, other) => rank(one) - rank(other) || marginOf(one) - marginOf(other))
  return worst?.item
}

/**
 * The least distance of a value from a limit, as a share of the tolerance; with a single limit, as a share of that
 * limit.
 */
function marginOf({ item: { lsl, usl }, values }: ReadItem): number {
  const [low, high] = [lsl, usl].map((limit) => (limit === null ? undefined : Number(limit)))
  const width = low !== undefined && high !== undefined ? high - low : Math.abs(low ?? high ?? 0)
  const margins = values.flatMap(({ value }) =>
    value === null ? [] : [...(low === undefined ? [] : [value - low]), ...(high === undefined ? [] : [high - value])],
  )
  return width > 0 ? Math.min(Infinity, ...margins) / width : Infinity
}
