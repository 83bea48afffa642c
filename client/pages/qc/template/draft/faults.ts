import { fieldFaults } from '#shared/i18n/issue'
import type { Locale, TextKey } from '#shared/i18n/text'
import { templateFaults } from '#shared/qc/template/rules'
import { TemplateItemInput } from '#shared/qc/template/schema'
import { isPlainDecimal } from '#shared/spc/decimal'
import { isTextKey, readText, type Values } from '../../../../stores/texts'
import { cleared, countFields, figureFields, inputOf, type DraftItem } from './draft-item'

export type DraftFault = {
  /** {@link WHOLE} where it is the list itself. */
  rowId: number
  /** As on the wire: `usl`, `choices.2.code`. */
  field: string
  message: string
  /** It cannot even be saved like this; others only hinder the publication. */
  isUnsound: boolean
}

export const WHOLE = 0

/** What is wrong with a draft, in the order of its lines; of a field the gravest. */
export function faultsOf(items: readonly DraftItem[], locale: Locale): DraftFault[] {
  const unsound = items.map((item) => shapeFaults(item, locale))
  const broken = templateFaults(items.map(readable))
  const whole = broken.filter(({ index }) => index === -1)
  const ofItems = items.flatMap((item, index) => {
    const own = unsound[index] ?? []
    const rules = broken.filter((fault) => fault.index === index && !own.some(({ field }) => field === fault.field))
    return [...own, ...rules.map(({ field, key, values }) => draftFault(locale, item.rowId, field, key, values, false))]
  })
  return [...whole.map(({ field, key, values }) => draftFault(locale, WHOLE, field, key, values, false)), ...ofItems]
}

const draftFault = (
  locale: Locale,
  rowId: number,
  field: string,
  key: TextKey,
  values: Values | undefined,
  isUnsound: boolean,
) => ({
  rowId,
  field,
  message: readText(locale, key, values),
  isUnsound,
})

const known = new WeakMap<DraftItem, { locale: Locale; faults: DraftFault[] }>()

/** What the server would refuse to keep. Looked at once a line: lines are not changed but replaced. */
function shapeFaults(item: DraftItem, locale: Locale): DraftFault[] {
  const before = known.get(item)
  if (before?.locale === locale) return before.faults
  const faults = shapeFaultsAnew(item, locale)
  known.set(item, { locale, faults })
  return faults
}

function shapeFaultsAnew(item: DraftItem, locale: Locale): DraftFault[] {
  const { rowId: _row, ...fields } = cleared(item)
  const empty = countFields.filter((field) => fields[field].trim() === '')
  const result = TemplateItemInput.safeParse({ ...fields })
  const faults = result.success ? [] : fieldFaults(result.error.issues, isTextKey)
  return [
    ...empty.map((field) => draftFault(locale, item.rowId, field, 'field.required', undefined, true)),
    ...faults
      .filter(({ field }) => !empty.some((name) => name === field))
      .map(({ field, key, values }) => draftFault(locale, item.rowId, field, key, values, true)),
  ]
}

/** A line as the rules can look at it: what cannot be read as a figure is left out, and has been told of already. */
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
