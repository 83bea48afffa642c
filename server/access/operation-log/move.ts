import type { Change } from './write'

/** An entry of a tree before a change of order. */
type Standing = { id: number; name: string; parentId: number }

/**
 * The log entry of a new order below `parentId`. Its record is the moved entry, with its old place.
 * @param idsBefore ids that were there before
 * @param order ids that are there now
 * @param entries the reordered entries
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

/** The entries from elsewhere; else the one entry that was moved, or all entries with a new place. */
function movedIn(idsBefore: readonly number[], order: readonly number[]): readonly number[] {
  const came = order.filter((id) => !idsBefore.includes(id))
  if (came.length > 0) return came
  const first = order.findIndex((id, index) => id !== idsBefore[index])
  if (first === -1) return []
  const without = (ids: readonly number[], removed: number) => ids.filter((id) => id !== removed).join()
  const single = [idsBefore[first]!, order[first]!].find((id) => without(idsBefore, id) === without(order, id))
  return single === undefined ? order.filter((id, index) => id !== idsBefore[index]) : [single]
}
