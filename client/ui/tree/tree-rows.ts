/** A row of a tree, with the rows below it. */
export type TreeRow<Row> = { children?: readonly Row[] | null | undefined }

/**
 * The target of a move: the parent (undefined for the top), and the index among its children without the row itself.
 */
export type TreePlace<Row> = { parent: Row | undefined; index: number }

/** A move, as sent to the server. */
export type TreeMove = {
  id: number
  /** 0 for the top. */
  parentId: number
  /** The ids of all children of that parent, in their order after the move. */
  order: number[]
  /** The state before the move: the order of the children, and the parent of the row. */
  seen: { order: number[]; parentId: number }
}

export const moveSteps = ['up', 'down', 'in', 'out'] as const
/** In: below the previous row, as its last child. Out: beside its parent, right after it. */
export type MoveStep = (typeof moveSteps)[number]

export type DropSide = 'before' | 'after' | 'inside'

type IdOf<Row> = (row: Row) => number

export type VisibleRow<Row> = {
  row: Row
  /** 1 at the top. */
  level: number
  /** From 1, among `siblings`. */
  position: number
  siblings: number
  parent: Row | undefined
}

const below = <Row extends TreeRow<Row>>(row: Row): readonly Row[] => row.children ?? []

export const hasChildren = <Row extends TreeRow<Row>>(row: Row): boolean => below(row).length > 0

/** All rows, parents before their children. */
export const rowsOf = <Row extends TreeRow<Row>>(rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => [row, ...rowsOf(below(row))])

/** The hits and their ancestors. */
export const filterTree = <Row extends TreeRow<Row>>(rows: readonly Row[], isHit: (row: Row) => boolean): Row[] =>
  rows.flatMap((row) => {
    const children = filterTree(below(row), isHit)
    return isHit(row) || children.length > 0 ? [{ ...row, children }] : []
  })

/** The place of a row, and its siblings. */
function standingOf<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  id: number,
  parent?: Row,
): { row: Row; parent: Row | undefined; siblings: readonly Row[]; index: number } | undefined {
  const index = rows.findIndex((row) => idOf(row) === id)
  const row = rows[index]
  if (row) return { row, parent, siblings: rows, index }
  for (const other of rows) {
    const standing = standingOf(below(other), idOf, id, other)
    if (standing) return standing
  }
  return undefined
}

/** The target of a step; undefined if there is no such step. */
export function placeAfter<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  id: number,
  step: MoveStep,
): TreePlace<Row> | undefined {
  const standing = standingOf(rows, idOf, id)
  if (!standing) return undefined
  const { parent, siblings, index } = standing
  if (step === 'up') return index > 0 ? { parent, index: index - 1 } : undefined
  if (step === 'down') return index < siblings.length - 1 ? { parent, index: index + 1 } : undefined
  if (step === 'in') {
    const before = siblings[index - 1]
    return before && { parent: before, index: below(before).length }
  }
  const above = parent && standingOf(rows, idOf, idOf(parent))
  return above && { parent: above.parent, index: above.index + 1 }
}

/** The target of a row that is dropped before, after or inside another one. */
export function placeBeside<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  id: number,
  target: number,
  side: DropSide,
): TreePlace<Row> | undefined {
  const standing = standingOf(rows, idOf, target)
  if (!standing || target === id) return undefined
  const { row, parent, siblings } = standing
  if (side === 'inside') return { parent: row, index: below(row).filter((child) => idOf(child) !== id).length }
  const others = siblings.filter((sibling) => idOf(sibling) !== id)
  return { parent, index: others.indexOf(row) + (side === 'after' ? 1 : 0) }
}

/** True if the move would put `id` below itself. */
export const isBelowItself = <Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  id: number,
  parent: Row | undefined,
): boolean => {
  const row = standingOf(rows, idOf, id)?.row
  return parent !== undefined && row !== undefined && rowsOf([row]).some((inside) => idOf(inside) === idOf(parent))
}

/** The move for the server; undefined if the row already stands there. */
export function moveTo<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  id: number,
  { parent, index }: TreePlace<Row>,
): TreeMove | undefined {
  const children = parent ? below(parent) : rows
  const before = children.map(idOf)
  const order = before.filter((other) => other !== id).toSpliced(index, 0, id)
  if (order.join() === before.join()) return undefined
  const from = standingOf(rows, idOf, id)?.parent
  const seen = { order: before, parentId: from ? idOf(from) : 0 }
  return { id, parentId: parent ? idOf(parent) : 0, order, seen }
}

/** The tree after a move, for the screen while the server handles it. */
export function withMove<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: IdOf<Row>,
  { id, parentId, order }: TreeMove,
): Row[] {
  const moved = standingOf(rows, idOf, id)?.row
  if (!moved) return [...rows]
  const arrange = (children: readonly Row[], ofId: number): Row[] => {
    const rest = children.filter((child) => idOf(child) !== id)
    const all = ofId === parentId ? [...rest, moved].sort(byOrder) : rest
    return all.map((child) => ({ ...child, children: arrange(below(child), idOf(child)) }))
  }
  const byOrder = (a: Row, b: Row) => order.indexOf(idOf(a)) - order.indexOf(idOf(b))
  return arrange(rows, 0)
}
