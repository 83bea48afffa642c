import type { ListTable } from '../table/useListTable'
import type { DropSide, MoveStep, TreePlace, VisibleRow } from './tree-rows'

/** Moves rows: places are undefined if a row may not stand there. */
export type TreeMoving<Row> = {
  placeAfter: (id: number, step: MoveStep) => TreePlace<Row> | undefined
  placeBeside: (id: number, target: number, side: DropSide) => TreePlace<Row> | undefined
  move: (id: number, place: TreePlace<Row>) => void
  /** The result of the last move, for screen readers. */
  announcement: string
}

/** The common props of both tree views. */
export type TreeViewProps<Row> = {
  label: string
  /** The state of the columns. */
  list: ListTable<Row>
  rows: readonly VisibleRow<Row>[]
  rowId: (row: Row) => number
  rowLabel: (row: Row) => string
  isFolded: (row: Row) => boolean
  onFold: (id: number, isFolded: boolean) => void
  /** False for rows shown only because of their descendants. */
  isHit: (row: Row) => boolean
  moving: TreeMoving<Row> | undefined
}
