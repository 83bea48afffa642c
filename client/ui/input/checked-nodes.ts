import type { Choice } from '#shared/list/page'

export type CheckState = 'all' | 'some' | 'none'

/** Ticking a node also affects its ancestors and descendants (`both`), or its descendants only (`down`). */
export type Ticks = 'both' | 'down'

/** Every node of the forest, parents before their children. */
export const nodesOf = (nodes: readonly Choice[]): Choice[] =>
  nodes.flatMap((node) => [node, ...nodesOf(node.children ?? [])])

const isLeaf = (node: Choice) => !node.children?.length

/** The leaves at or below `nodes`, without those that are `off`. */
export const tickableIn = (nodes: readonly Choice[], off: ReadonlySet<number>): Choice[] =>
  nodesOf(nodes).filter((node) => isLeaf(node) && !off.has(node.id))

/**
 * The check state of each node, by id. The leaves decide: a parent is checked if all nodes below it are, whatever
 * `checked` says about the parent itself. If ticks go `down` only, each node is checked independently.
 */
export function checkStates(
  nodes: readonly Choice[],
  checked: readonly number[],
  ticks: Ticks = 'both',
): Map<number, CheckState> {
  const checkedIds = new Set(checked)
  if (ticks === 'down') return new Map(nodesOf(nodes).map(({ id }) => [id, checkedIds.has(id) ? 'all' : 'none']))
  const states = new Map<number, CheckState>()
  const visit = (node: Choice): CheckState => {
    const below = (node.children ?? []).map(visit)
    const state = below.length ? common(below) : checkedIds.has(node.id) ? 'all' : 'none'
    states.set(node.id, state)
    return state
  }
  for (const node of nodes) visit(node)
  return states
}

const common = (states: readonly CheckState[]): CheckState =>
  states.every((state) => state === 'all') ? 'all' : states.every((state) => state === 'none') ? 'none' : 'some'

/**
 * The checked ids after `changed` and all nodes below them are switched `on` or off: leaves and full parents, in tree
 * order. Ids outside the tree are kept: an operator cannot remove an id that they do not see.
 */
export function withChecked(
  nodes: readonly Choice[],
  checked: readonly number[],
  changed: readonly Choice[],
  on: boolean,
  ticks: Ticks = 'both',
): number[] {
  const all = nodesOf(nodes)
  const treeIds = new Set(all.map((node) => node.id))
  if (ticks === 'down') {
    const touched = new Set(nodesOf(changed).map((node) => node.id))
    return [...checked.filter((id) => !touched.has(id)), ...(on ? touched : [])]
  }
  const leaves = new Set(checked)
  for (const { id } of nodesOf(changed).filter(isLeaf)) {
    if (on) leaves.add(id)
    else leaves.delete(id)
  }
  const states = checkStates(nodes, [...leaves])
  return [
    ...all.filter((node) => states.get(node.id) === 'all').map((node) => node.id),
    ...checked.filter((id) => !treeIds.has(id)),
  ]
}
