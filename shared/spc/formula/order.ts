import { isMeasured, type ItemType } from '../../qc/constants'
import { parseFormula } from './formula'

/** True for types with a number in formulas. A choice is its code if that is a number, else its position, from 1. */
export const hasFormulaValue = (type: ItemType): boolean => isMeasured(type) || type === 'boolean' || type === 'choice'

/** The fields of an item that determine its dependencies. */
type Dependent = { code: string; type: ItemType; formula: string; visibleWhen: string }

/** The codes that an item depends on, through its formula and its visibility condition. */
export function needsOf({ type, formula, visibleWhen }: Dependent): readonly string[] {
  const texts = [type === 'calculated' ? formula : '', visibleWhen].filter((text) => text.trim() !== '')
  return texts.flatMap((text) => parseFormula(text).formula?.codes ?? [])
}

/** An item and those that it is calculated from, directly or through other calculated ones. */
export function partsOf<Item extends Dependent>(item: Item, items: readonly Item[]): Item[] {
  const parts = new Set([item])
  for (const { type, formula } of parts) {
    const codes = type === 'calculated' ? parseFormula(formula).formula?.codes : undefined
    for (const part of items) if (codes?.includes(part.code)) parts.add(part)
  }
  return [...parts]
}

/**
 * Items in an order in which each item follows its dependencies, otherwise in the given order. `cycle`: items that
 * depend on themselves, or on an item of a cycle.
 */
export function orderOf<Item extends Dependent>(items: readonly Item[]): { order: Item[]; cycle: Item[] } {
  if (items.every(({ type, visibleWhen }) => type !== 'calculated' && visibleWhen === '')) {
    return { order: [...items], cycle: [] }
  }
  const byCode = new Map(items.map((item) => [item.code, item]))
  const needed = new Map(items.map((item) => [item, new Set(needsOf(item).filter((code) => byCode.has(code)))]))
  const neededBy = new Map<string, Item[]>()
  for (const [item, codes] of needed) {
    for (const code of codes) neededBy.set(code, [...(neededBy.get(code) ?? []), item])
  }
  const order = items.filter((item) => needed.get(item)!.size === 0)
  for (const { code } of order) {
    for (const item of neededBy.get(code) ?? []) {
      const left = needed.get(item)!
      left.delete(code)
      if (left.size === 0) order.push(item)
    }
  }
  const isOrdered = new Set(order)
  return { order, cycle: items.filter((item) => !isOrdered.has(item)) }
}
