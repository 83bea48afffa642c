import type { Change } from './write'

/** An entry of a tree, as it stood before others were put in order. */
type Standing = { id: number; name: string; parentId: number }

/**
 * The entry of the operation log of a new order below `parentId`: its record is the one that was moved, and it names where
 * that was.
 * @param idsBefore ids that were there before
 * @param order ids that are there now
 * @param entries those that were put in order
 */
export function moveOf(
  parentId: number,
  idsBefore: readonly number[],
  order: readonly number[],
  entries: readonly Standing[],
): Change {
  const ids = movedIn(idsBefore, order)
  const moved = entries.filter(({ id }) => ids.includes(id))
  const parents = [...new Set(moved.map((entry) => entry.parentId))]
  const isFromElsewhere = parents.some((id) => id !== parentId)
  return {
    action: 'update',
    record: moved.map(({ id }) => id).join(),
    name: moved.map(({ name }) => name).join(', '),
    before: { ...(isFromElsewhere && { parentId: parents.length === 1 ? parents[0] : parents }), order: idsBefore },
    after: { ...(isFromElsewhere && { parentId }), order },
  }
}

/** What came from elsewhere; else the one that went to another place, or all that did. */
function movedIn(idsBefore: readonly number[], order: readonly number[]): readonly number[] {
  const came = order.filter((id) => !idsBefore.includes(id))
  if (came.length > 0) return came
  const first = order.findIndex((id, index) => id !== idsBefore[index])
  if (first === -1) return []
  const without = (ids: readonly number[], removed: number) => ids.filter((id) => id !== removed).join()
  const single = [idsBefore[first]!, order[first]!].find((id) => without(idsBefore, id) === without(order, id))
  return single === undefined ? order.filter((id, index) => id !== idsBefore[index]) : [single]
}
