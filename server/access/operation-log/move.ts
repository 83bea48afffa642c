import type { Change } from './write'

/** An entry of a tree, as it stood before others were put in order. */
type Standing = { id: number; name: string; parentId: number }

/**
 * The entry of the operation log of another order below `parentId`: it stands under what was moved, and tells from where.
 * @param there ids that stood there before
 * @param order ids that stand there now
 * @param known those that were put in order
 */
export function moveOf(
  parentId: number,
  there: readonly number[],
  order: readonly number[],
  known: readonly Standing[],
): Change {
  const ids = movedIn(there, order)
  const moved = known.filter(({ id }) => ids.includes(id))
  const parents = [...new Set(moved.map((one) => one.parentId))]
  const isFromElsewhere = parents.some((id) => id !== parentId)
  return {
    action: 'update',
    record: moved.map(({ id }) => id).join(),
    name: moved.map(({ name }) => name).join(', '),
    before: { ...(isFromElsewhere && { parentId: parents.length === 1 ? parents[0] : parents }), order: there },
    after: { ...(isFromElsewhere && { parentId }), order },
  }
}

/** What came from elsewhere; else the one that went to another place, or all that did. */
function movedIn(there: readonly number[], order: readonly number[]): readonly number[] {
  const came = order.filter((id) => !there.includes(id))
  if (came.length > 0) return came
  const first = order.findIndex((id, index) => id !== there[index])
  if (first === -1) return []
  const without = (ids: readonly number[], one: number) => ids.filter((id) => id !== one).join()
  const single = [there[first]!, order[first]!].find((one) => without(there, one) === without(order, one))
  return single === undefined ? order.filter((id, index) => id !== there[index]) : [single]
}
