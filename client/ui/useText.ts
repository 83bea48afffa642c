import { createContext, use } from 'react'
import type { Locale, T, TextKey, Values } from '#shared/i18n/text'
import { settings } from '../stores/settings'
import { readers, readText } from '../stores/texts'

export type { T }

/**
 * The language of the interface. A context, since each cell of a table reads texts: a thousand cells would subscribe.
 */
export const LocaleContext = createContext<Locale>('zh')

export const useLocale = (): Locale => use(LocaleContext)

/** Reads texts in the operator's language and redraws when it changes. */
export const useText = (): T => readers[useLocale()]

/** A text in the current language, for code outside React. */
export const tr: T = (key: TextKey, values?: Values) => readText(settings.locale, key, values)
