/** Consecutive items under one heading. Items without a group form a group without a name. */
export type Group<Item> = {
  name: string
  items: readonly Item[]
  /** The index of its first item among all items. */
  start: number
}

export function groupsOf<Item extends { groupName: string }>(items: readonly Item[]): Group<Item>[] {
  const groups: (Group<Item> & { items: Item[] })[] = []
  items.forEach((item, index) => {
    const last = groups.at(-1)
    if (last?.name === item.groupName) last.items.push(item)
    else groups.push({ name: item.groupName, items: [item], start: index })
  })
  return groups
}

/** True if headings are needed: a single group without a name has none. */
export const isGrouped = (groups: readonly Group<unknown>[]) => groups.some(({ name }) => name !== '')
