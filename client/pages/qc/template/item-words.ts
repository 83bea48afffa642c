import type { Choice, TemplateItem } from '#shared/qc/template/schema'
import { isTextKey } from '../../../stores/texts'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import type { T } from '../../../ui/useText'

/** The text key of a field of an item. */
export const fieldKey = (field: Exclude<keyof TemplateItem, 'itemId' | 'itemKey' | 'seq'>) =>
  `qcTemplate.field.${field}` as const

/** Limits that decide if a value is good. Existing records keep theirs. */
const limitFields: readonly string[] = ['lsl', 'usl', 'warnLow', 'warnHigh', 'nominal']
export const isLimit = (field: string) => limitFields.includes(field)

/** The name of a field, or of a part of it, in the form of a fault: `choices.2.code`. */
export function fieldName(t: T, field: string): string {
  const key = `qcTemplate.field.${field.split('.')[0]}`
  return isTextKey(key) ? plain(t, key) : field
}

/** Fields whose values are codes with their own texts. */
const codedFields: readonly string[] = ['type', 'severity', 'required', 'judgeMode', 'chart', 'spc']

/** The text of a field's value in a difference: a list is JSON, other values are plain text. */
export function fieldValueText(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return '-'
  if (field === 'rules') return (JSON.parse(value) as number[]).join(', ') || '-'
  if (field === 'choices') {
    const choices = JSON.parse(value) as Choice[]
    return (
      choices.map((choice) => `${localizedNameNow(choice)} ${t(`qc.judgement.${choice.judgement}`)}`).join(', ') || '-'
    )
  }
  const key = `qcTemplate.${field}.${value}`
  return codedFields.includes(field) && isTextKey(key) ? plain(t, key) : value
}

/** Reads a text without placeholders. The type of a key built at run time does not say this. */
const plain = (t: T, key: string) => (t as (key: string) => string)(key)
