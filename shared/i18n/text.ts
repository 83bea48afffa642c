import type { adminTexts } from './texts/admin'
import type { commonTexts } from './texts/common'
import type { entryTexts } from './texts/entry'
import type { frameTexts } from './texts/frame'
import type { logTexts } from './texts/log'
import type { moreTexts } from './texts/more'
import type { profileTexts } from './texts/profile'
import type { qcSelfcheckTexts } from './texts/qc-selfcheck'
import type { qrTexts } from './texts/qr'
import type { qcTexts } from './texts/qc'
import type { qcBellTexts } from './texts/qc-bell'
import type { qcDashboardTexts } from './texts/qc-dashboard'
import type { routeTexts } from './texts/routes'
import type { serverTexts } from './texts/server'
import type { signInTexts } from './texts/sign-in'
import type { apiTokenTexts } from './texts/api-token'
import type { viewTexts } from './texts/view'
import type { toolsTexts } from './texts/tools'

export const localeNames = ['zh', 'en'] as const
export type Locale = (typeof localeNames)[number]

/** Texts by key: Chinese, English. `{name}` is a placeholder; `{count|record|records}` chooses the English plural. */
type Pairs = Readonly<Record<string, readonly [zh: string, en: string]>>

/** The texts of the screen by their keys: those of every page, and those loaded with certain pages. */
type ScreenPairs = typeof adminTexts &
  typeof commonTexts &
  typeof entryTexts &
  typeof frameTexts &
  typeof logTexts &
  typeof moreTexts &
  typeof profileTexts &
  typeof qcTexts &
  typeof qcBellTexts &
  typeof qcDashboardTexts &
  typeof qcSelfcheckTexts &
  typeof qrTexts &
  typeof signInTexts &
  typeof apiTokenTexts &
  typeof viewTexts &
  typeof toolsTexts
export type Texts = { [Key in keyof ScreenPairs]: ScreenPairs[Key][0] }
export type TextKey = keyof Texts
/** The same, and the texts that only the server uses. */
type AllPairs = ScreenPairs & typeof serverTexts & typeof routeTexts
type AllTexts = { [Key in keyof AllPairs]: AllPairs[Key][0] }
export type AnyTextKey = keyof AllTexts
export type Catalogue = Record<TextKey, string>

/** Names of the placeholders in a text: `'{a} of {b|x|y}'` has `a` and `b`. */
export type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}|${string}` ? Name : Hole) | Holes<Rest>
  : never

type FilledKeyOf<All extends Record<keyof All, string>> = {
  [Key in keyof All]: [Holes<All[Key]>] extends [never] ? never : Key
}[keyof All]

/** Keys of texts with placeholders. */
type FilledTextKey = FilledKeyOf<Texts>
/** Keys of texts whose only placeholder is `{count}`. */
export type CountTextKey = {
  [Key in FilledTextKey]: [Holes<Texts[Key]>] extends ['count'] ? Key : never
}[FilledTextKey]
/** Keys of texts without placeholders. */
export type PlainTextKey = Exclude<TextKey, FilledTextKey>
export type AnyPlainTextKey = Exclude<AnyTextKey, FilledKeyOf<AllTexts>>
/** Keys of titles of routes: complete ones, and those that take a noun. */
export type PlainRouteKey = Extract<AnyPlainTextKey, `route.${string}`>
export type RegularRouteKey = Exclude<Extract<AnyTextKey, `route.${string}`>, PlainRouteKey>

/** The values of a text: one per placeholder. */
export type TextValues<Key extends AnyTextKey> = [Holes<AllTexts[Key]>] extends [never]
  ? []
  : [values: Record<Holes<AllTexts[Key]>, string | number>]

export type Values<Names extends string = string> = Record<Names, string | number>

/** Reads a text of the catalogue; the key determines the required values. */
export type T = {
  (key: PlainTextKey): string
  <Key extends FilledTextKey>(key: Key, values: Values<Holes<Texts[Key]>>): string
}

/** The key of a text and the values of its placeholders, to be rendered in any language. */
export type Message = { [Key in TextKey]: { key: Key; values: TextValues<Key>[0] } }[TextKey]

/** The texts in one language. The build evaluates the modules of `zh/` and `en/`: a client chunk has one language. */
export function inLocale<Texts extends Pairs, Name extends Locale>(texts: Texts, locale: Name) {
  const localTexts = Object.entries(texts).map(([key, [zh, en]]) => [key, locale === 'zh' ? zh : en])
  return Object.fromEntries(localTexts) as { [Key in keyof Texts]: Texts[Key][Name extends 'zh' ? 0 : 1] }
}

/** Fills the placeholders of one catalogue text. `{n|one|many}` chooses by the plural rules of `locale`. */
export function fill(locale: Locale, text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (hole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return hole
    if (one === undefined || many === undefined) return String(value)
    return new Intl.PluralRules(locale).select(Number(value)) === 'one' ? one : many
  })
}
