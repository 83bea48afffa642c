/** Visible columns by position in the first line: from `from` up to, but without, `to`. */
export type Sight = { from: number; to: number }

/** Columns are drawn this far beyond the visible area, in CSS pixels. */
const MARGIN = 300
/** The visible range changes in steps of this many columns, so that rows are not redrawn for each column. */
const STEP = 5

/**
 * Fixes the present width of column headers that have no width of their own.
 *
 * @param fixed collects the headers that were given one
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

/** The columns visible in `box`, which scrolls the table sideways. */
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
