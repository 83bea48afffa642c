import type { TemplateItem } from '#shared/qc/template/schema'
import type { PlainTextKey } from '#shared/i18n/text'
import { isTextKey } from '../../../stores/texts'
import { calledNow } from '../../../ui/qc/localized-name'
import type { T } from '../../../ui/useText'

type WordedField = Exclude<keyof TemplateItem, 'itemId' | 'itemKey' | 'seq'>

/** What the fields of an item are called. */
export const fieldWords: Readonly<Record<WordedField, PlainTextKey>> = {
  groupName: 'qcTemplate.field.groupName',
  code: 'qcTemplate.field.code',
  name: 'qcTemplate.field.name',
  nameEn: 'qcTemplate.field.nameEn',
  type: 'qcTemplate.field.type',
  unit: 'qcTemplate.field.unit',
  decimals: 'qcTemplate.field.decimals',
  nominal: 'qcTemplate.field.nominal',
  lsl: 'qcTemplate.field.lsl',
  usl: 'qcTemplate.field.usl',
  warnLow: 'qcTemplate.field.warnLow',
  warnHigh: 'qcTemplate.field.warnHigh',
  plausLow: 'qcTemplate.field.plausLow',
  plausHigh: 'qcTemplate.field.plausHigh',
  judgeMode: 'qcTemplate.field.judgeMode',
  sampleSize: 'qcTemplate.field.sampleSize',
  severity: 'qcTemplate.field.severity',
  required: 'qcTemplate.field.required',
  requiredWhen: 'qcTemplate.field.requiredWhen',
  visibleWhen: 'qcTemplate.field.visibleWhen',
  formula: 'qcTemplate.field.formula',
  choices: 'qcTemplate.field.choices',
  gaugeKind: 'qcTemplate.field.gaugeKind',
  instruction: 'qcTemplate.field.instruction',
  spc: 'qcTemplate.field.spc',
  chart: 'qcTemplate.field.chart',
  rules: 'qcTemplate.field.rules',
}

/** Limits that decide whether a value is good: records that are there keep theirs. */
const limitFields = ['lsl', 'usl', 'warnLow', 'warnHigh', 'nominal'] as const
export const isLimit = (field: string) => limitFields.some((known) => known === field)

/** The name of a field, or of a part of it, as a fault names it: `choices.2.code`. */
export function fieldName(t: T, field: string): string {
  const [first = ''] = field.split('.')
  return Object.hasOwn(fieldWords, first) ? t(fieldWords[first as WordedField]) : field // as just asked
}

const worded: Readonly<Record<string, string>> = {
  type: 'qcTemplate.type',
  severity: 'qcTemplate.severity',
  required: 'qcTemplate.required',
  judgeMode: 'qcTemplate.judgeMode',
  chart: 'qcTemplate.chart',
  spc: 'qcTemplate.spc',
}

/** A value of a field, as a difference holds it, in words. */
export function valueText(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return '-'
  if (field === 'choices') return choicesText(t, value)
  if (field === 'rules') return rulesText(value)
  const key = `${worded[field]}.${value}`
  return isTextKey(key) ? plain(t, key) : value
}

/** The words of lists have no placeholders, which the type of a key that is put together does not tell. */
const plain = (t: T, key: string) => (t as (key: string) => string)(key)

function choicesText(t: T, value: string): string {
  const parsed: unknown = parsedOr(value)
  if (!Array.isArray(parsed)) return value
  const texts = parsed.map((choice: unknown) =>
    typeof choice === 'object' && choice !== null && 'name' in choice && 'judgement' in choice
      ? `${choiceName(choice)} ${plain(t, `qc.judgement.${String(choice.judgement)}`)}`
      : String(choice),
  )
  return texts.join(', ') || '-'
}

const choiceName = (choice: { name: unknown; nameEn?: unknown }) =>
  calledNow({ name: String(choice.name), nameEn: typeof choice.nameEn === 'string' ? choice.nameEn : '' })

function rulesText(value: string): string {
  const parsed: unknown = parsedOr(value)
  return Array.isArray(parsed) ? parsed.join(', ') || '-' : value
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
