import type { DraftItem } from '../draft-item'

export type Step = 'up' | 'down'

/**
 * A line one place further. At the edge of its group it first goes over into the next one, as a line of an outline does.
 * The same list where it can go no further.
 */
export function stepped(items: readonly DraftItem[], rowId: number, step: Step): readonly DraftItem[] {
  const at = items.findIndex((item) => item.rowId === rowId)
  const beside = items[step === 'up' ? at - 1 : at + 1]
  const item = items[at]
  if (!item || !beside) return items
  if (beside.groupName !== item.groupName) return items.with(at, { ...item, groupName: beside.groupName })
  const to = step === 'up' ? at - 1 : at + 1
  return items.with(at, beside).with(to, item)
}

/** A line let go before or after another one, whose group it joins. */
export function dropped(
  items: readonly DraftItem[],
  rowId: number,
  target: number,
  side: 'before' | 'after',
): readonly DraftItem[] {
  const item = items.find((one) => one.rowId === rowId)
  const beside = items.find((one) => one.rowId === target)
  if (!item || !beside || item === beside) return items
  const rest = items.filter((one) => one !== item)
  const at = rest.indexOf(beside) + (side === 'after' ? 1 : 0)
  return rest.toSpliced(at, 0, { ...item, groupName: beside.groupName })
}

/** Lines that were taken out, put back where they stood. */
export function putBack(
  items: readonly DraftItem[],
  item: DraftItem,
  before: readonly DraftItem[],
): readonly DraftItem[] {
  const known = new Map(items.map((one, index) => [one.rowId, index]))
  const above = before.slice(0, before.indexOf(item)).findLast((one) => known.has(one.rowId))
  return items.toSpliced(above ? (known.get(above.rowId) ?? -1) + 1 : 0, 0, item)
}
