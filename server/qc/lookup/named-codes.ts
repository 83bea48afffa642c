import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { isChoice, qcDicts } from '#shared/qc/constants'
import { localizedName } from '#shared/qc/localized-name'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'

/** A stored code and its names. */
export type NamedCode = { code: string; name: string; nameEn: string }

/** Maximum of names in a message. */
const MAX_LISTED = 12

const yesAndNo: readonly NamedCode[] = [
  { code: '1', name: text('zh', 'record.yes'), nameEn: text('en', 'record.yes') },
  { code: '0', name: text('zh', 'record.no'), nameEn: text('en', 'record.no') },
]

/** The possible answers of an item; none for numbers and texts. */
export function answersOf({ type, choices }: Pick<TemplateItem, 'type' | 'choices'>): readonly NamedCode[] {
  if (!isChoice(type)) return []
  return type === 'boolean' && choices.length === 0 ? yesAndNo : choices
}

/** The entries of a dictionary: those in use, or `all` that ever existed. */
const entriesOf =
  (dictType: string) =>
  ({ t: { dictData } }: Dialect, db: Reader, which: 'used' | 'all'): Promise<NamedCode[]> =>
    db
      .select({ code: dictData.dictValue, name: dictData.dictLabel, nameEn: dictData.dictLabelEn })
      .from(dictData)
      .where(and(eq(dictData.dictType, dictType), which === 'used' ? eq(dictData.status, statuses.on) : undefined))
      .orderBy(dictData.dictSort, dictData.dictCode)

/** The reasons for a missing value. */
export const missingReasons = entriesOf(qcDicts.missingReason)
export const dispositionCodes = entriesOf(qcDicts.disposition)
export const changeReasons = entriesOf(qcDicts.changeReason)

type Index = Map<string, string | undefined>
const indexes = new WeakMap<readonly NamedCode[], Index>()

/**
 * The code of a text, which is the code itself or a name, in any language and letter case. Undefined if it is unknown
 * or ambiguous. A code takes precedence over a name.
 */
export function codeFor(list: readonly NamedCode[], typed: string): string | undefined {
  const index = indexes.getOrInsertComputed(
    list,
    () => new Map([...indexBy(list, ['name', 'nameEn']), ...indexBy(list, ['code'])]),
  )
  return list.some(({ code }) => code === typed) ? typed : index.get(typed.toLowerCase())
}

function indexBy(list: readonly NamedCode[], fields: readonly (keyof NamedCode)[]): Index {
  const index: Index = new Map()
  for (const entry of list) {
    const names = fields.map((field) => entry[field].toLowerCase()).filter(Boolean)
    for (const name of new Set(names)) index.set(name, index.has(name) ? undefined : entry.code)
  }
  return index
}

/** The name of a code in a language; the code itself if it has no name. */
export function nameOfCode(locale: Locale, list: readonly NamedCode[], code: string): string {
  const entry = list.find((one) => one.code === code)
  return (entry && localizedName(locale, entry)) || code
}

/** A refusal of an unknown name, which lists the names in both languages: a sheet may use either. */
export function unknownName(list: readonly NamedCode[], value: string) {
  const listed = list
    .slice(0, MAX_LISTED)
    .map(({ code, name, nameEn }) => [name, nameEn, code].filter(Boolean).join(' / '))
  const words = [...listed, ...(list.length > MAX_LISTED ? ['…'] : [])].join('; ')
  return new Refusal(codes.badRequest, 'import.notOneOf', { value, words })
}
