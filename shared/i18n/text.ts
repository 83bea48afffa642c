import type { adminZh } from './zh/admin'
import type { frameZh } from './zh/frame'
import type { logZh } from './zh/log'
import type { profileZh } from './zh/profile'
import type { qcSelfcheckZh } from './zh/qc-selfcheck'
import type { qcZh } from './zh/qc'
import type { serverZh } from './zh/server'
import type { setupZh } from './zh/setup'
import type { toolsZh } from './zh/tools'
import type { zh } from './zh/common'

/** The texts of the screen by their keys: those of every page, and those of areas that come with their pages. */
export type Texts = typeof zh &
  typeof frameZh &
  typeof adminZh &
  typeof profileZh &
  typeof qcZh &
  typeof qcSelfcheckZh &
  typeof logZh &
  typeof setupZh &
  typeof toolsZh
export type TextKey = keyof Texts
/** The same, and what the server alone says. */
type AllTexts = Texts & typeof serverZh
export type AnyTextKey = keyof AllTexts
export const localeNames = ['zh', 'en'] as const
export type Locale = (typeof localeNames)[number]
export type Catalogue = Record<TextKey, string>

/** Names of the placeholders in a text: `'{a} of {b|x|y}'` has `a` and `b`. */
export type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}|${string}` ? Name : Hole) | Holes<Rest>
  : never

type FilledKeyOf<All extends Record<keyof All, string>> = {
  [Key in keyof All]: [Holes<All[Key]>] extends [never] ? never : Key
}[keyof All]

/** Keys of texts with placeholders. */
export type FilledTextKey = FilledKeyOf<Texts>
/** Keys of texts that are told a `{count}` and nothing else. */
export type CountTextKey = {
  [Key in FilledTextKey]: [Holes<Texts[Key]>] extends ['count'] ? Key : never
}[FilledTextKey]
/** Keys of texts that are complete as they stand. */
export type PlainTextKey = Exclude<TextKey, FilledTextKey>
export type AnyPlainTextKey = Exclude<AnyTextKey, FilledKeyOf<AllTexts>>

/** What a text must be given: nothing, or a value for each of its placeholders. */
export type TextValues<Key extends AnyTextKey> = [Holes<AllTexts[Key]>] extends [never]
  ? []
  : [values: Record<Holes<AllTexts[Key]>, string | number>]

/** A text with its placeholders' values, before it is known in which language it will be read. */
export type Message = { [Key in TextKey]: { key: Key; values: TextValues<Key>[0] } }[TextKey]

/** Fills the placeholders of one catalogue text. `{n|one|many}` chooses by the plural rules of `locale`. */
export function fill(locale: Locale, text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (hole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return hole
    if (one === undefined || many === undefined) return String(value)
    return new Intl.PluralRules(locale).select(Number(value)) === 'one' ? one : many
  })
}
