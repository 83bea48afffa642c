import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ReactTable,
  type Row as TableRow,
  type RowData,
  type RowSelectionState,
  type Updater,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState, type CSSProperties } from 'react'
import type { ColumnState } from '#shared/list/column-state'
import type { ListName } from '#shared/list/list-names'
import type { Order } from '#shared/list/list-query'
import { columnState, setColumnState, setColumnStateHere, shownColumns, useColumnState } from '../../stores/columns'
import type { Column } from './column'
import { MAX_WIDTH, MIN_WIDTH, styleOf, widthsOf, type Pins } from './columns/column-layout'
import type { ListQuery } from './useListQuery'

/** The features of TanStack Table that lists use. Rows arrive filtered, sorted and paged. */
const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

type Features = typeof features
type Data<Row> = Row & RowData // a row is always an object
export type ListTable<Row> = {
  core: ReactTable<Features, Data<Row>>
  density: ColumnState['density']
  setDensity: (density: ColumnState['density']) => void
  /** Restores the columns of the page's declaration. */
  reset: () => void
  /** The visible columns, from first to last. */
  columns: readonly ShownColumn<Row>[]
  /** Ids of columns without room in the first line of a row. */
  folded: readonly string[]
  fold: (ids: readonly string[]) => void
  /** The widths of columns, as custom properties of the table. */
  widths: CSSProperties
}
export type ListRow<Row> = TableRow<Features, Data<Row>>
export type ShownColumn<Row> = Column<Row> & {
  style?: CSSProperties | undefined
  pin?: 'start' | 'end' | undefined
  isSized?: boolean
}

/** The columns of the first line of a row, and those of the second. */
export const columnsByLine = <Row>(columns: readonly ShownColumn<Row>[], folded: readonly string[]) => ({
  first: columns.filter(({ id }) => !folded.includes(id)),
  second: columns.filter(({ id }) => folded.includes(id)),
})

const NO_ORDER: string[] = []
const ALL_VISIBLE = {}
const NO_WIDTHS = {}
const NO_PINS: Pins = { start: [], end: [] }
const NONE: readonly never[] = []

export type Selection<Row> = {
  selected: readonly number[]
  onSelect: (selected: number[]) => void
  /** The rows that can be ticked; without it all. */
  canSelect?: (row: Row) => boolean
}

type ListTableOptions<Row, Query extends ListQuery> = {
  columns: readonly Column<Row, Query>[]
  rows: readonly Row[]
  rowId: (row: Row) => number
  query: Query
  onQuery: (query: Query) => void
  selection?: Selection<Row> | undefined
  /** The storage name of the column layout; without it the ids of the columns, in this browser only. */
  name?: ListName | undefined
}

/**
 * The state of a list: its columns are stored per operator, its order is part of the query, and the page owns the
 * ticks.
 */
export function useListTable<Row, Query extends ListQuery>(options: ListTableOptions<Row, Query>): ListTable<Row> {
  const { columns, rows, rowId, query, onQuery, selection } = options
  const { name } = options
  const stored = name ?? columns.map((column) => column.id).join()
  const arranged = useColumnState(stored)
  const { density, visibility = ALL_VISIBLE, widths = NO_WIDTHS } = arranged
  const order = (arranged.order as string[] | undefined) ?? NO_ORDER
  const pins = (arranged.pins as Pins | undefined) ?? NO_PINS
  const declared = useMemo(() => columns.map(definitionOf), [columns])
  const columnPinning = useMemo(() => ({ ...pins, end: [...pins.end, 'actions'] }), [pins])
  const selected: readonly number[] = selection?.selected ?? NONE
  const rowSelection = useMemo(
    (): RowSelectionState => Object.fromEntries(selected.map((id) => [id, true as const])),
    [selected],
  )
  const { orders } = query
  const sorting = useMemo(() => orders.map(([id, direction]) => ({ id, desc: direction === 'desc' })), [orders])
  const [folded, fold] = useState<readonly string[]>(NONE)

  const set = (state: ColumnState) => (name ? setColumnState(name, state) : setColumnStateHere(stored, state))
  const arrange = (change: ColumnState) => set({ ...columnState(stored), ...change })

  const core = useTable({
    features,
    columns: declared,
    data: rows as readonly Data<Row>[],
    getRowId: (row) => String(rowId(row)),
    enableRowSelection: ({ original }) => selection?.canSelect?.(original) ?? true,
    manualSorting: true,
    sortDescFirst: false,
    state: {
      columnOrder: order,
      columnVisibility: visibility,
      columnSizing: widths,
      columnPinning,
      rowSelection,
      sorting,
    },
    onColumnOrderChange: (updater) => arrange({ order: functionalUpdate(updater, order) }),
    onColumnVisibilityChange: (updater) => arrange({ visibility: functionalUpdate(updater, visibility) }),
    onColumnSizingChange: (updater) => arrange({ widths: functionalUpdate(updater, widths) }),
    onColumnPinningChange(updater: Updater<Pins>) {
      const { start, end } = functionalUpdate(updater, columnPinning)
      arrange({ pins: { start, end: end.filter((id) => id !== 'actions') } })
    },
    onRowSelectionChange(updater) {
      const ticked = functionalUpdate(updater, rowSelection)
      const kept = selected.filter((id) => ticked[id])
      const added = Object.keys(ticked).map(Number)
      selection?.onSelect([...kept, ...added.filter((id) => ticked[id] && !kept.includes(id))])
    },
    onSortingChange(updater) {
      const next = functionalUpdate(updater, sorting).map(({ id, desc }): Order => [id, desc ? 'desc' : 'asc'])
      onQuery({ ...query, orders: next, pageIndex: 1 })
    },
  })

  const starts = core.getPinnedVisibleLeafColumns('start')
  const centers = core.getPinnedVisibleLeafColumns('center')
  const ends = core.getPinnedVisibleLeafColumns('end')
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return [...starts, ...centers, ...ends].flatMap(({ id }): ShownColumn<Row>[] => {
      const column = byId.get(id)
      if (!column) return []
      const pin = pins.start.includes(id) ? 'start' : columnPinning.end.includes(id) ? 'end' : undefined
      return [{ ...column, pin, isSized: id in widths, style: styleOf(column, widths, columnPinning) }]
    })
  }, [columns, starts, centers, ends, widths, pins, columnPinning])

  useEffect(() => {
    shownColumns.set(
      stored,
      shown.map(({ id }) => id),
    )
  }, [stored, shown])

  return {
    core,
    density,
    setDensity(next) {
      const { density: _old, ...others } = columnState(stored)
      set(next ? { ...others, density: next } : others)
    },
    reset: () => set({}),
    columns: shown,
    folded,
    fold,
    widths: useMemo(() => widthsOf(shown, widths), [shown, widths]),
  }
}

/** The definition of a column for TanStack Table. The page's declaration draws the cells. */
const definitionOf = <Row>({ id, header, canHide = id !== 'actions', sortable = false }: Column<Row>) => ({
  id,
  header,
  accessorFn: (row: Data<Row>) => row, // only columns with a value can be sorted
  enableHiding: canHide,
  enableSorting: sortable,
  minSize: MIN_WIDTH,
  maxSize: MAX_WIDTH,
})
