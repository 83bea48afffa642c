import type { CSSProperties } from 'react'
import type { Column } from '../column'

/** In CSS pixels. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 800
/** The width of a pinned column that was never sized. */
const PINNED_WIDTH = 160
/** More facts make an unreadable line; the table scrolls sideways instead. */
const MOST_FOLDED = 8

export type Pins = { start: string[]; end: string[] }
type Widths = Readonly<Record<string, number>>

export const widthName = (id: string) => `--width-${id}`
const widthVar = (id: string) => `var(${widthName(id)})`

/** The width of the cells of a column, and the position of a pinned column; undefined if the content decides. */
export function styleOf<Row>(
  { id, width }: Column<Row>,
  widths: Widths,
  { start, end }: Pins,
): CSSProperties | undefined {
  const isSized = id in widths || width !== undefined
  const isPinned = start.includes(id) || end.includes(id)
  const size = widthVar(id)
  const sized = id !== 'actions' &&
    (isSized || isPinned) && { inlineSize: size, minInlineSize: size, maxInlineSize: size }
  if (!sized && !isPinned) return undefined
  const sumOf = (ids: readonly string[]) => ids.map((other) => ` + ${widthVar(other)}`).join('')
  return {
    ...sized,
    ...(start.includes(id) && { left: `calc(var(--tick-width, 0px)${sumOf(start.slice(0, start.indexOf(id)))})` }),
    ...(end.includes(id) && { right: `calc(0px${sumOf(end.slice(end.indexOf(id) + 1))})` }),
  }
}

/** The custom properties that `styleOf` refers to. */
export const widthsOf = <Row>(
  columns: readonly (Column<Row> & { pin?: 'start' | 'end' | undefined })[],
  widths: Widths,
): CSSProperties =>
  Object.fromEntries(
    columns.flatMap(({ id, width, pin }) => {
      const size =
        widths[id] === undefined
          ? (width ?? (pin && id !== 'actions' ? `${PINNED_WIDTH}px` : undefined))
          : `${widths[id]}px`
      return size ? [[widthName(id), size]] : []
    }),
  )

/**
 * The columns to fold into the second line of a row, so that the others have room: lowest priority first, from last to
 * first. The first column, the row's buttons and pinned columns stay.
 * @param widths the width of each column's content, in CSS pixels
 * @returns ids; none if even the maximum of folding is not enough
 */
export function foldedIn<Row>(
  columns: readonly (Column<Row> & { pin?: 'start' | 'end' | undefined })[],
  widths: ReadonlyMap<string, number>,
  room: number,
): string[] {
  const widthOf = ({ id }: Column<Row>) => widths.get(id) ?? 0
  let excess = columns.reduce((sum, column) => sum + widthOf(column), -room)
  const folded: string[] = []
  const candidates = columns.slice(1).filter(({ pin }) => !pin)
  for (const column of byPriority(candidates).toReversed()) {
    if (excess <= 0) return folded
    if (folded.length === MOST_FOLDED) break
    folded.push(column.id)
    excess -= widthOf(column)
  }
  return excess <= 0 ? folded : []
}

/** The columns in the order of their importance. */
export const byPriority = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.toSorted((a, b) => (a.priority ?? 2) - (b.priority ?? 2))
