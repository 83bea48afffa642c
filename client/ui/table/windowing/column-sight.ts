/** Columns in sight, by their positions among those of the first line: from the first to before the last. */
export type Sight = { from: number; to: number }

/** Columns are drawn this far beyond the visible area, in CSS pixels. */
const MARGIN = 300
/** Columns come into sight so many at once, so that rows are not drawn anew for each. */
const STEP = 5

/**
 * Gives the heads of a table without a width of their own the one that they have, and makes it hold.
 *
 * @param fixed gains the heads that were given one
 */
export function fixWidths(table: HTMLTableElement, fixed: Set<HTMLElement>): void {
  const loose = headsOf(table).filter(({ style }) => !style.inlineSize)
  if (loose.length === 0) return
  delete table.dataset.fixed
  const widths = loose.map((head) => head.getBoundingClientRect().width)
  for (const [at, head] of loose.entries()) {
    head.style.inlineSize = `${widths[at]}px`
    fixed.add(head)
  }
  table.dataset.fixed = ''
}

/** The columns that `box`, which scrolls the table sideways, shows. */
export function sightOf(table: HTMLTableElement, box: HTMLElement): Sight {
  const begin = box.scrollLeft - MARGIN
  const end = box.scrollLeft + box.clientWidth + MARGIN
  let edge = 0
  let from: number | undefined
  let to = 0
  let at = 0
  for (const { dataset, offsetWidth } of headsOf(table)) {
    const isBefore = edge + offsetWidth < begin
    const isAfter = edge > end
    edge += offsetWidth
    if (dataset.column === undefined) continue // the tick boxes
    if (!isBefore) from ??= at
    at += 1
    if (!isAfter) to = at
  }
  return { from: Math.floor((from ?? 0) / STEP) * STEP, to: Math.ceil(to / STEP) * STEP }
}

const headsOf = (table: HTMLTableElement) => [...(table.tHead?.rows[0]?.cells ?? [])]
