import { useMemo, useState } from 'react'
import { session } from '../stores/session'
import type { Column } from './column'

/** One entry of the column choice. */
export type ColumnChoiceEntry = { id: string; header: string; isVisible: boolean; toggle: () => void }

const mayHide = ({ id, canHide = id !== 'actions' }: Pick<Column<never>, 'id' | 'canHide'>) => canHide
const isShown = (column: Pick<Column<never>, 'id' | 'canHide'>, hidden: readonly string[]) =>
  !mayHide(column) || !hidden.includes(column.id)

/** The columns an operator has chosen to see, remembered in this browser for them and this table. */
export function useColumns<Row>(columns: readonly Column<Row>[], name = columns.map((column) => column.id).join()) {
  const key = `columns:${session.userId}:${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => remembered(key))
  const visible = useMemo(() => columns.filter((column) => isShown(column, hidden)), [columns, hidden])

  function hide(ids: readonly string[]) {
    setHidden(ids)
    remember(key, ids)
  }

  const choice = columns.filter(mayHide).map((column): ColumnChoiceEntry => {
    const { id, header } = column
    const toggle = () => hide(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
    return { id, header, isVisible: isShown(column, hidden), toggle }
  })
  return { visible, choice, reset: () => hide([]) }
}

/** The ids of hidden columns; kept as an object that says `false` of each. */
function remembered(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return []
    return Object.entries(kept).flatMap(([id, value]) => (value === false ? [id] : []))
  } catch {
    return [] // damaged, or storage is switched off: all columns
  }
}

function remember(key: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(hidden.map((id) => [id, false]))))
  } catch {
    // full or switched off: the choice lasts as long as the page
  }
}
