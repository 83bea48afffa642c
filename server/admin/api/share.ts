export type Reference = { $ref: string }

/** Something that operations have, and the names that it may get, the best first. */
type Use<Item> = { item: Item; names: readonly string[] }

/**
 * Gives what several operations have a name in `components`, by which they refer to it. Where the names of one are taken
 * by others, it stays where it is.
 */
export function share<Item extends object>(kind: 'parameters' | 'responses', uses: readonly Use<Item>[]) {
  const counted = new Map<string, Use<Item> & { count: number }>()
  for (const use of uses) {
    const text = JSON.stringify(use.item)
    counted.set(text, { ...use, count: (counted.get(text)?.count ?? 0) + 1 })
  }
  const shared: Record<string, Item> = {}
  const references = new Map<string, Reference>()
  for (const [text, { item, names, count }] of [...counted].toSorted(([, a], [, b]) => b.count - a.count)) {
    const name = names.find((free) => !(free in shared))
    if (count === 1 || name === undefined) continue
    shared[name] = item
    references.set(text, { $ref: `#/components/${kind}/${name}` })
  }
  return { shared, refer: (item: Item): Item | Reference => references.get(JSON.stringify(item)) ?? item }
}
