/** Items that follow each other under one heading; those without a group are one as well. */
export type Group<Item> = {
  name: string
  items: readonly Item[]
  /** Place of its first item among all. */
  start: number
}

export function groupsOf<Item extends { groupName: string }>(items: readonly Item[]): Group<Item>[] {
  const groups: { name: string; items: Item[]; start: number }[] = []
  items.forEach((item, index) => {
    const last = groups.at(-1)
    if (last?.name === item.groupName) last.items.push(item)
    else groups.push({ name: item.groupName, items: [item], start: index })
  })
  return groups
}

/** One group without a name needs no heading. */
export const isGrouped = (groups: readonly Group<unknown>[]) => groups.some(({ name }) => name !== '')
