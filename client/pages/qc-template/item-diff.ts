import type { TemplateDiff } from '#shared/schemas/qc-template'

export type ItemDifference = TemplateDiff['items'][number]

/** An item as far as it is compared: its fields as texts, null for none. */
export type Comparable = { itemKey: string; name: string; fields: Readonly<Record<string, string | null>> }

/**
 * What differs between two lists of items: which came and went, which fields of the others changed, and which stand
 * elsewhere among those that stayed. In the order of `to`, what is gone at the end.
 */
export function differences(from: readonly Comparable[], to: readonly Comparable[]): ItemDifference[] {
  const before = new Map(from.map((item) => [item.itemKey, item]))
  const after = new Set(to.map(({ itemKey }) => itemKey))
  const stayed = to.filter(({ itemKey }) => before.has(itemKey)).map(({ itemKey }) => itemKey)
  const kept = inOrder(
    stayed,
    from.map(({ itemKey }) => itemKey),
  )
  const now = to.flatMap((item): ItemDifference[] => {
    const { itemKey, name } = item
    const old = before.get(itemKey)
    if (!old) return [{ itemKey, name, kind: 'added', fields: [] }]
    const fields = Object.keys(item.fields)
      .map((field) => ({ field, old: old.fields[field] ?? null, new: item.fields[field] ?? null }))
      .filter((field) => field.old !== field.new)
    if (fields.length > 0) return [{ itemKey, name, kind: 'changed', fields }]
    return kept.has(itemKey) ? [] : [{ itemKey, name, kind: 'moved', fields: [] }]
  })
  const gone = from.filter(({ itemKey }) => !after.has(itemKey))
  return [...now, ...gone.map(({ itemKey, name }) => ({ itemKey, name, kind: 'removed' as const, fields: [] }))]
}

/** As many of `keys` as possible that stand in the same order in `others`: the rest has moved. */
function inOrder(keys: readonly string[], others: readonly string[]): Set<string> {
  const places = new Map(others.map((key, index) => [key, index]))
  const chains: { key: string; place: number; before: number; length: number }[] = []
  let longest = -1
  keys.forEach((key, index) => {
    const place = places.get(key) ?? 0
    let before = -1
    for (let at = 0; at < index; at += 1) {
      const chain = chains[at]
      if (chain && chain.place < place && chain.length > (chains[before]?.length ?? 0)) before = at
    }
    chains.push({ key, place, before, length: (chains[before]?.length ?? 0) + 1 })
    if ((chains[index]?.length ?? 0) > (chains[longest]?.length ?? 0)) longest = index
  })
  const kept = new Set<string>()
  for (let at = longest; at >= 0; at = chains[at]?.before ?? -1) {
    const chain = chains[at]
    if (chain) kept.add(chain.key)
  }
  return kept
}
