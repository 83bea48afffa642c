import { useMemo, useState } from 'react'
import { session } from '../../stores/session'
import type { Column } from './column'

/** One entry of the column choice. */
export type ColumnChoiceEntry = { id: string; header: string; isVisible: boolean; toggle: () => void }

const mayHide = ({ id, canHide = id !== 'actions' }: Pick<Column<never>, 'id' | 'canHide'>) => canHide
const isShown = (column: Pick<Column<never>, 'id' | 'canHide'>, hidden: readonly string[]) =>
  !mayHide(column) || !hidden.includes(column.id)

/** The columns an operator has chosen to see, remembered in this browser for them and this table. */
export function useColumns<Row>(columns: readonly Column<Row>[], name = columns.map((column) => column.id).join()) {
  const key = `columns:${session.userId}:${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => remembered(key) ?? [])
  const visible = useMemo(() => columns.filter((column) => isShown(column, hidden)), [columns, hidden])

  function hide(ids: readonly string[]) {
    setHidden(ids)
    remember(key, ids)
  }

  const choice = columns.filter(mayHide).map((column): ColumnChoiceEntry => {
    const { id, header } = column
    const isVisible = isShown(column, hidden)
    /** Starts from what is stored now: another window may have chosen other columns. */
    const toggle = () => {
      const others = (remembered(key) ?? hidden).filter((other) => other !== id)
      hide(isVisible ? [...others, id] : others)
    }
    return { id, header, isVisible, toggle }
  })
  return { visible, choice, reset: () => hide([]) }
}

/** The ids of hidden columns; kept as an object that says `false` of each. */
function remembered(key: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    return Object.entries(stored).flatMap(([id, value]) => (value === false ? [id] : []))
  } catch {
    return undefined // damaged, or storage is switched off: all columns
  }
}

function remember(key: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(hidden.map((id) => [id, false]))))
  } catch {
    // full or switched off: the choice lasts as long as the page
  }
}
