import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { calledIn } from '#shared/qc/localized-name'
import { isChoice, qcDicts } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'

/** What can be chosen: the code that is kept, and what people call it. */
export type Word = { code: string; name: string; nameEn: string }

/** More of them are not told in a message. */
const MAX_LISTED = 12

const yesAndNo: readonly Word[] = [
  { code: '1', name: text('zh', 'qcEntry.yes'), nameEn: text('en', 'qcEntry.yes') },
  { code: '0', name: text('zh', 'qcEntry.no'), nameEn: text('en', 'qcEntry.no') },
]

/** What an item can be answered with; of one that asks for numbers or words nothing. */
export function answersOf({ type, choices }: Pick<TemplateItem, 'type' | 'choices'>): readonly Word[] {
  if (!isChoice(type)) return []
  return type === 'boolean' && choices.length === 0 ? yesAndNo : choices
}

/** The entries of a dictionary: those in use, or `all` that ever were. */
const entriesOf =
  (dictType: string) =>
  ({ t: { dictData } }: Dialect, db: Reader, which: 'used' | 'all'): Promise<Word[]> =>
    db
      .select({ code: dictData.dictValue, name: dictData.dictLabel, nameEn: dictData.dictLabelEn })
      .from(dictData)
      .where(and(eq(dictData.dictType, dictType), which === 'used' ? eq(dictData.status, statuses.on) : undefined))
      .orderBy(dictData.dictSort, dictData.dictCode)

/** The reasons why there may be no value. */
export const reasonsOf = entriesOf(qcDicts.missingReason)
export const dispositionsOf = entriesOf(qcDicts.disposition)

type Names = Map<string, string | undefined>
const indexes = new WeakMap<readonly Word[], Names>()

/**
 * The code that `said` stands for: itself or a name, in any language and letter case; undefined where it is none, or
 * could be several. A code counts more than a name.
 */
export function codeOf(words: readonly Word[], said: string): string | undefined {
  const codeBy = indexes.getOrInsertComputed(
    words,
    () => new Map([...namesIn(words, ['name', 'nameEn']), ...namesIn(words, ['code'])]),
  )
  return words.some(({ code }) => code === said) ? said : codeBy.get(said.toLowerCase())
}

function namesIn(words: readonly Word[], fields: readonly (keyof Word)[]): Names {
  const codeBy: Names = new Map()
  for (const word of words) {
    const names = fields.map((field) => word[field].toLowerCase()).filter(Boolean)
    for (const name of new Set(names)) codeBy.set(name, codeBy.has(name) ? undefined : word.code)
  }
  return codeBy
}

/** What a reader calls a code; the code where it has no name. */
export function wordIn(locale: Locale, words: readonly Word[], code: string): string {
  const word = words.find((one) => one.code === code)
  return (word && calledIn(locale, word)) || code
}

/** Says what could be said instead: names in both languages, since whoever fills in a sheet may use either. */
export function unknownWord(words: readonly Word[], value: string) {
  const listed = words
    .slice(0, MAX_LISTED)
    .map(({ code, name, nameEn }) => [name, nameEn, code].filter(Boolean).join(' / '))
  const list = [...listed, ...(words.length > MAX_LISTED ? ['…'] : [])].join('; ')
  return new Refusal(codes.badRequest, 'import.notOneOf', { value, words: list })
}
