import type { Choice } from '#shared/list/page'
import { nodesOf } from '../input/checked-nodes'
import { inList } from '../record/record-actions'
import { tr } from '../useText'

/** The texts of the values of a field that two people have changed: the second argument of `fieldProps`. */

/** The text of an id that is not among the options. */
export const idText = (id: unknown) => (id === null || id === undefined || id === '' ? '' : `#${String(id)}`)

export const nodeName = (nodes: readonly Choice[], id: unknown) =>
  nodesOf(nodes).find((node) => node.id === Number(id))?.label ?? idText(id)

export const yesOrNo = (value: unknown) => tr(value === true ? 'record.yes' : 'record.no')

type Ids = readonly (number | string)[] | null | undefined

/** Shows a long set as its difference from the previous one. A node is named without those below it. */
export function differenceIn(nodes: readonly Choice[], ids: Ids, before: Ids): string {
  const [now, then] = [new Set(ids?.map(Number)), new Set(before?.map(Number))]
  const added = namesOf(nodes, (id) => now.has(id) && !then.has(id))
  const removed = namesOf(nodes, (id) => then.has(id) && !now.has(id))
  const parts = [
    ...(added.length > 0 ? [tr('conflict.added', { names: inList(added) })] : []),
    ...(removed.length > 0 ? [tr('conflict.removed', { names: inList(removed) })] : []),
  ]
  return parts.join('\n') || tr('conflict.same')
}

/** The labels of nodes; nodes below a named one are left out. */
const namesOf = (nodes: readonly Choice[], isIn: (id: number) => boolean): string[] =>
  nodes.flatMap((node) => (isIn(node.id) ? [node.label] : namesOf(node.children ?? [], isIn)))
