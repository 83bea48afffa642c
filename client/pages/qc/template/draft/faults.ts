import { fieldFaults } from '#shared/i18n/issue'
import type { Locale, TextKey } from '#shared/i18n/text'
import { templateFaults } from '#shared/qc/template/rules'
import { TemplateItemInput } from '#shared/qc/template/schema'
import { isPlainDecimal } from '#shared/spc/decimal'
import { isTextKey, readText, type Values } from '../../../../stores/texts'
import { countFields, figureFields, inputOf, withoutForeignFields, type DraftItem } from './draft-item'

export type DraftFault = {
  /** {@link WHOLE_LIST} for a fault of the list itself. */
  rowId: number
  /** The API name: `usl`, `choices.2.code`. */
  field: string
  message: string
  /** True if the fault prevents saving. Other faults only prevent publication. */
  isUnsaveable: boolean
}

export const WHOLE_LIST = 0

/** The faults of a draft in the order of its lines; only the gravest for each field. */
export function faultsOf(items: readonly DraftItem[], locale: Locale): DraftFault[] {
  const ruleFaults = Map.groupBy(templateFaults(items.map(readable)), ({ index }) => index)
  const ruleFaultsAt = (index: number, rowId: number) =>
    (ruleFaults.get(index) ?? []).map((fault) => ({ rowId, isUnsaveable: false, ...worded(fault, locale) }))
  const ofLines = items.flatMap((item, index) => {
    const unsaveable = schemaFaults(item, locale)
    const rules = ruleFaultsAt(index, item.rowId).filter(
      ({ field }) => !unsaveable.some((fault) => fault.field === field),
    )
    return [...unsaveable, ...rules]
  })
  return [...ruleFaultsAt(-1, WHOLE_LIST), ...ofLines]
}

type TextFault = { field: string; key: TextKey; values?: Values }
const worded = ({ field, key, values }: TextFault, locale: Locale) => ({
  field,
  message: readText(locale, key, values),
})

const cache = new WeakMap<DraftItem, { locale: Locale; faults: DraftFault[] }>()

/** The errors that the server would report on saving. Computed once per line: lines are not changed but replaced. */
function schemaFaults(item: DraftItem, locale: Locale): DraftFault[] {
  const cached = cache.get(item)
  if (cached?.locale === locale) return cached.faults
  const { rowId, ...fields } = withoutForeignFields(item)
  const blank = countFields.filter((field) => fields[field].trim() === '')
  const result = TemplateItemInput.safeParse(fields)
  const invalid = result.success ? [] : fieldFaults(result.error.issues, isTextKey)
  const faults = [
    ...blank.map((field): TextFault => ({ field, key: 'field.required' })),
    ...invalid.filter(({ field }) => !blank.some((name) => name === field)),
  ].map((fault) => ({ rowId, isUnsaveable: true, ...worded(fault, locale) }))
  cache.set(item, { locale, faults })
  return faults
}

/** A line in a form that the rules can read: unreadable figures are left out. The schema has reported them. */
export function readable(item: DraftItem): TemplateItemInput {
  const input = inputOf(item)
  for (const field of figureFields) {
    const text = input[field]
    if (text !== null && text !== undefined && !isPlainDecimal(text)) input[field] = null
  }
  if (!Number.isInteger(input.decimals) || input.decimals < 0 || input.decimals > 9) input.decimals = 9
  if (!Number.isInteger(input.sampleSize) || input.sampleSize < 1) input.sampleSize = 1
  return input
}
