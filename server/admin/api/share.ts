export type Reference = { $ref: string }

/** A part of operations, and its possible names, the best first. */
type Use<Item> = { item: Item; names: readonly string[] }

/**
 * Moves parts shared by several operations to `components`, with a name by which they are referenced. A part whose
 * names are all taken stays in place.
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
