import type { TemplateDiff, TemplateItem } from './schema'

export type ItemDifference = TemplateDiff['items'][number]

/** The differences between two versions: added, changed and moved items in the order of `to`, then removed items. */
export function differences(from: readonly TemplateItem[], to: readonly TemplateItem[]): ItemDifference[] {
  const before = new Map(from.map((item) => [item.itemKey, item]))
  const stayed = to.filter(({ itemKey }) => before.has(itemKey))
  const unmovedIndices = longestRise(stayed.map(({ itemKey }) => before.get(itemKey)!.seq))
  const unmoved = new Set(unmovedIndices.map((index) => stayed[index]!.itemKey))
  const now = to.flatMap((item): ItemDifference[] => {
    const { itemKey } = item
    const { nameEn } = item
    const name = item.name || item.code // unnamed in an unfinished draft
    const old = before.get(itemKey)
    if (!old) return [{ itemKey, name, nameEn, kind: 'added', fields: [] }]
    const fields = differingFields(old, item)
    if (fields.length > 0) return [{ itemKey, name, nameEn, kind: 'changed', fields }]
    return unmoved.has(itemKey) ? [] : [{ itemKey, name, nameEn, kind: 'moved', fields: [] }]
  })
  const left = new Set(to.map(({ itemKey }) => itemKey))
  const gone = from.filter(({ itemKey }) => !left.has(itemKey))
  return [
    ...now,
    ...gone.map(({ itemKey, name, nameEn }) => ({ itemKey, name, nameEn, kind: 'removed' as const, fields: [] })),
  ]
}

function differingFields({ itemId: _id, seq: _seq, ...old }: TemplateItem, item: TemplateItem) {
  return Object.entries(old).flatMap(([field, value]) => {
    const [was, is] = [textOf(value), textOf(item[field as keyof typeof old])]
    return was === is ? [] : [{ field, old: was, new: is }]
  })
}

/** A list as JSON, all other values as text. */
const textOf = (value: TemplateItem[keyof TemplateItem]): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The indices of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): number[] {
  const chains: number[][] = []
  for (const [index, number] of numbers.entries()) {
    const before = chains.filter((chain) => numbers[chain.at(-1)!]! < number)
    const longest = before.reduce((best, chain) => (chain.length > best.length ? chain : best), [] as number[])
    chains.push([...longest, index])
  }
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [] as number[])
}
