import type { Locale } from '#shared/i18n/text'
import { localizedName } from '#shared/qc/localized-name'
import type { Judgement } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { T } from '../../useText'

export type Answer = { code: string; name: string; judgement: Judgement }

/** The possible answers of an item, in the operator's language. A yes/no item without its own answers has both. */
export function choicesOf(
  { type, choices }: Pick<TemplateItem, 'type' | 'choices'>,
  t: T,
  locale: Locale,
): readonly Answer[] {
  if (type === 'boolean' && choices.length === 0) {
    return [
      { code: '1', name: t('record.yes'), judgement: 'OK' },
      { code: '0', name: t('record.no'), judgement: 'NG' },
    ]
  }
  return choices.map((choice) => ({
    code: choice.code,
    name: localizedName(locale, choice),
    judgement: choice.judgement,
  }))
}
