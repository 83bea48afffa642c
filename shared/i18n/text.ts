import type { qcZh } from './qc-zh'
import type { zh } from './zh'

/** All texts by their keys: the product's own, and those of areas that come with their pages. */
export type Texts = typeof zh & typeof qcZh
export type TextKey = keyof Texts
export const localeNames = ['zh', 'en'] as const
export type Locale = (typeof localeNames)[number]
export type Catalogue = Record<TextKey, string>

/** Names of the placeholders in a text: `'{a} of {b|x|y}'` has `a` and `b`. */
export type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}|${string}` ? Name : Hole) | Holes<Rest>
  : never

/** Keys of texts with placeholders. */
export type FilledTextKey = { [Key in TextKey]: [Holes<Texts[Key]>] extends [never] ? never : Key }[TextKey]
/** Keys of texts that are complete as they stand. */
export type PlainTextKey = Exclude<TextKey, FilledTextKey>

/** What a text must be given: nothing, or a value for each of its placeholders. */
export type TextValues<Key extends TextKey> = [Holes<Texts[Key]>] extends [never]
  ? []
  : [values: Record<Holes<Texts[Key]>, string | number>]

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
