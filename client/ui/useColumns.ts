import { columnVisibilityFeature, tableFeatures, useTable, type ColumnVisibilityState } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { session } from '../stores/session'
import type { Column } from './column'

/** The server sorts, filters and pages; the table library keeps what is left: which columns there are and are shown. */
const features = tableFeatures({ columnVisibilityFeature })
const NO_ROWS: object[] = []

/** One entry of the column choice. */
export type ColumnChoiceEntry = { id: string; header: string; isVisible: boolean; toggle: () => void }

/** The columns an operator has chosen to see, remembered in this browser for them and this table. */
export function useColumns<Row>(columns: readonly Column<Row>[], name = columns.map((column) => column.id).join()) {
  const key = `columns:${session.userId}:${name}`
  const [columnVisibility, setVisibility] = useState<ColumnVisibilityState>(() => remembered(key))
  const definitions = useMemo(
    () => columns.map(({ id, header, canHide = id !== 'actions' }) => ({ id, header, enableHiding: canHide })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { columnVisibility },
    onColumnVisibilityChange(change) {
      const next = typeof change === 'function' ? change(columnVisibility) : change
      setVisibility(next)
      remember(key, next)
    },
  })

  const shown = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join()
  const visible = useMemo(() => {
    const ids = shown.split(',')
    return columns.filter((column) => ids.includes(column.id))
  }, [columns, shown])
  const choice = table
    .getAllLeafColumns()
    .filter((column) => column.getCanHide())
    .map((column) => ({
      id: column.id,
      header: columns.find((known) => known.id === column.id)?.header ?? column.id,
      isVisible: column.getIsVisible(),
      toggle: () => column.toggleVisibility(),
    }))
  return { visible, choice, reset: () => table.setColumnVisibility({}) }
}

function remembered(key: string): ColumnVisibilityState {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => value === false))
  } catch {
    return {} // damaged, or storage is switched off: all columns
  }
}

function remember(key: string, visibility: ColumnVisibilityState): void {
  try {
    localStorage.setItem(key, JSON.stringify(visibility))
  } catch {
    // full or switched off: the choice lasts as long as the page
  }
}
