import type { Locale } from '#shared/i18n/text'
import { isChoice, qcDicts } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { RecordValue } from '#shared/qc/record/schema'
import { useDict } from '../../../ui/dict'
import { choicesOf } from '../../../ui/qc/entry/choices'
import { notApplicable } from '../../../ui/qc/entry/not-applicable'
import { useLocale, useText, type T } from '../../../ui/useText'

type WritableValue = Pick<RecordValue, 'state' | 'raw' | 'missingCode'> & { den: number | string | null }

/** Formats values for reading: names of choices, counts with their base, and the reason of a missing value. */
export function useValueText(): (item: TemplateItem, value: WritableValue) => string {
  const t = useText()
  const locale = useLocale()
  const { labelOf } = useDict(qcDicts.missingReason)
  return (item, { state, raw, den, missingCode }) => {
    if (state === 'na') return notApplicable(t, labelOf(missingCode))
    if (state === 'missing') return labelOf(missingCode) || t('qcRecord.missing')
    if (raw === null || raw === '') return '-'
    return den === null || den === '' ? enteredText(item, raw, t, locale) : `${raw} / ${den}`
  }
}

/** The entered text, with the names of choices. */
export function enteredText(item: TemplateItem, raw: string, t: T, locale: Locale): string {
  if (!isChoice(item.type)) return raw
  const names = new Map(choicesOf(item, t, locale).map(({ code, name }) => [code, name]))
  return new Intl.ListFormat(locale).format(raw.split(',').map((code) => names.get(code.trim()) ?? code))
}

/** Names a value of an item: "Thickness, sample 2". */
export const sampleLabel = (t: T, item: string, { sampleSize }: Pick<TemplateItem, 'sampleSize'>, sampleNo: number) =>
  sampleSize === 1 ? item : t('qcRecord.cellLabel', { item, sample: sampleNo })
