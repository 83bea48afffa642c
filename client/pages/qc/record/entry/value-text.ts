import type { Locale } from '#shared/i18n/text'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { RecordValue } from '#shared/qc/record/schema'
import type { T } from '../../../../ui/useText'
import { choicesOf } from '../../../../ui/qc/entry/choices'
import { notApplicable } from '../../../../ui/qc/entry/not-applicable'

type ShownValue = Pick<RecordValue, 'state' | 'raw' | 'missingCode'> & { den: number | string | null }

/**
 * A value as people read it: choices by their names, counts with what they are of, what is missing with its reason.
 * @param reasonOf the word for a reason of the dictionary
 */
export function valueText(
  item: TemplateItem,
  { state, raw, den, missingCode }: ShownValue,
  words: { t: T; locale: Locale; reasonOf: (code: string | null) => string },
): string {
  const { t, locale, reasonOf } = words
  if (state === 'na') return notApplicable(t, reasonOf(missingCode))
  if (state === 'missing') return reasonOf(missingCode) || t('qcRecord.missing')
  if (raw === null || raw === '') return '-'
  return den === null || den === '' ? answerText(item, raw, t, locale) : `${raw} / ${den}`
}

/** What was entered, choices by their names. */
export function answerText(item: TemplateItem, raw: string, t: T, locale: Locale): string {
  if (item.type !== 'boolean' && item.type !== 'choice' && item.type !== 'multi') return raw
  const names = new Map(choicesOf(item, t, locale).map(({ code, name }) => [code, name]))
  const texts = raw.split(',').map((code) => names.get(code.trim()) ?? code)
  return new Intl.ListFormat(locale).format(texts)
}
