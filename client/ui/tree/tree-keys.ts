import type { KeyboardEvent } from 'react'
import { hasChildren, type TreeRow, type VisibleRow } from './tree-rows'

type TreeKeys<Row extends TreeRow<Row>> = {
  /** The visible rows, from top to bottom. */
  rows: readonly VisibleRow<Row>[]
  /** The row with the keyboard focus. */
  current: VisibleRow<Row> | undefined
  isFolded: (row: Row) => boolean
  onGo: (row: Row) => void
  onFold: (row: Row, isFolded: boolean) => void
  /** Further keys at a row, by their names. */
  others: Readonly<Record<string, (row: Row) => void>>
  /** True while Home, End, left and right belong to typed text. */
  isTyping?: boolean
}

/**
 * The keys of every tree, by the WAI-ARIA pattern: up and down move between rows, Home and End to the ends, right and
 * left open and close or go in and out. Other keys, and those with Ctrl, Alt or Meta, are ignored.
 *
 * @returns true if the key was one of them
 */
export function pressInTree<Row extends TreeRow<Row>>(event: KeyboardEvent, keys: TreeKeys<Row>): boolean {
  const { rows, current, isFolded, onGo, onFold, others, isTyping = false } = keys
  if (!current || event.ctrlKey || event.altKey || event.metaKey) return false
  const { row, parent } = current
  const at = rows.indexOf(current)
  const isOpen = hasChildren(row) && !isFolded(row)
  const goTo = (next: Row | undefined) => next && onGo(next)
  const along: Record<string, () => void> = {
    Home: () => goTo(rows[0]?.row),
    End: () => goTo(rows.at(-1)?.row),
    ArrowRight: () => (isOpen ? goTo(rows[at + 1]?.row) : hasChildren(row) && onFold(row, false)),
    ArrowLeft: () => (isOpen ? onFold(row, true) : goTo(parent)),
  }
  const actions: Record<string, () => void> = {
    ArrowDown: () => goTo(rows[at + 1]?.row),
    ArrowUp: () => goTo(rows[at - 1]?.row),
    ...(!isTyping && along),
  }
  const other = others[event.key]
  const action = actions[event.key] ?? (other && (() => other(row)))
  if (!action) return false
  event.preventDefault()
  action()
  return true
}
