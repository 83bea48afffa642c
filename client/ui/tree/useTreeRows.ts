import {
  createExpandedRowModel,
  functionalUpdate,
  rowExpandingFeature,
  tableFeatures,
  useTable,
  type ExpandedState,
  type RowData,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { hasChildren, rowsOf, type TreeRow, type VisibleRow } from './tree-rows'

const features = tableFeatures({ rowExpandingFeature, expandedRowModel: createExpandedRowModel() })
const NO_COLUMNS: never[] = []

/** Trees with more rows begin folded below the first level. */
const OPEN_UP_TO = 120

/**
 * The visible rows of a tree, and the folded parents. While `filter` is not blank all hits are open, and folding lasts
 * only as long as the filter.
 * @param idOf keep it the same, as `rows` and `beginsFolded`
 * @param beginsFolded the parents that begin folded; without it, all of a long tree and none of a short one
 */
export function useTreeRows<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  filter = '',
  beginsFolded?: (row: Row) => boolean,
) {
  const [chosen, setChosen] = useState<{ filter: string; expanded: ExpandedState }>()
  const [whole, setWhole] = useState<ExpandedState>()
  const beginning = useMemo((): ExpandedState => {
    const parents = rowsOf(rows).filter(hasChildren)
    if (beginsFolded) return folded(parents.filter(beginsFolded).map(idOf))
    return rowsOf(rows).length > OPEN_UP_TO ? folded(parents.map(idOf)) : true
  }, [rows, idOf, beginsFolded])
  const expanded = filter ? (chosen?.filter === filter ? chosen.expanded : true) : (whole ?? beginning)
  const isFolded = (row: Row) => expanded !== true && expanded[idOf(row)] === false

  const table = useTable({
    features,
    columns: NO_COLUMNS,
    data: rows as readonly (Row & RowData)[],
    getRowId: (row) => String(idOf(row)),
    getSubRows: (row) => (row.children ?? undefined) as (Row & RowData)[] | undefined,
    getIsRowExpanded: ({ original }) => !isFolded(original), // a parent is open unless folded
    autoResetExpanded: false,
    state: { expanded },
    onExpandedChange(updater) {
      const next = functionalUpdate(updater, expanded)
      if (filter) setChosen({ filter, expanded: next })
      else setWhole(next)
    },
  })

  const { rows: visible } = table.getRowModel()
  const shown = useMemo(
    () =>
      visible.map((row): VisibleRow<Row> => {
        const parent = row.getParentRow()
        return {
          row: row.original,
          level: row.depth + 1,
          position: row.index + 1,
          siblings: parent ? parent.subRows.length : rows.length,
          parent: parent?.original,
        }
      }),
    [visible, rows],
  )
  return {
    rows: shown,
    isFolded,
    isAllOpen: expanded === true || !Object.values(expanded).includes(false),
    setFolded: (id: number, isToFold: boolean) =>
      table.setExpanded((old) => ({ ...(old === true ? {} : old), [id]: !isToFold })),
    foldAll: () => table.setExpanded(folded(rowsOf(rows).filter(hasChildren).map(idOf))),
    openAll: () => table.setExpanded(true),
  }
}

/** Without ids, all parents are open. */
const folded = (ids: readonly number[]): ExpandedState =>
  ids.length === 0 ? true : Object.fromEntries(ids.map((id) => [id, false]))
