import type { TemplateItem, TemplateItemInput } from '#shared/schemas/qc-template'
import type { Comparable } from '../item-diff'
import { inputOf, itemFields, type DraftItem } from './draft-item'

const fieldsOf = (item: TemplateItem | TemplateItemInput) =>
  Object.fromEntries(itemFields.map((field) => [field, textOf(item[field])]))

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const comparable = (item: TemplateItem): Comparable => ({
  itemKey: item.itemKey,
  name: item.name,
  fields: fieldsOf(item),
})

/** A line that was never saved is another one than all that were. */
export const comparableDraft = (item: DraftItem): Comparable => ({
  itemKey: item.itemKey ?? `new-${item.rowId}`,
  name: item.name || item.code,
  fields: fieldsOf(inputOf(item)),
})
