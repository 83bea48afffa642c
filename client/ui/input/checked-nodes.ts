import type { Choice } from '#shared/list/page'

export type CheckState = 'all' | 'some' | 'none'

/** Whether ticking a node goes to those above and below it, or to those below alone. */
export type Ticks = 'both' | 'down'

/** Every node of the forest, parents before their children. */
export const nodesOf = (nodes: readonly Choice[]): Choice[] =>
  nodes.flatMap((node) => [node, ...nodesOf(node.children ?? [])])

const isLeaf = (node: Choice) => !node.children?.length

/**
 * How much of each node is checked, by id. The leaves decide: a parent is checked when all below it is, whatever
 * `checked` says of the parent itself. Where ticks go `down` only, each node is checked by itself.
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
 * What is checked after `changed` and all below them were switched `on` or off: leaves and full parents, in tree order.
 * Ids that are not in the tree are kept: what an operator cannot see they have not taken away.
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
