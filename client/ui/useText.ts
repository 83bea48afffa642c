import { useSnapshot } from 'valtio'
import { settings } from '../stores/settings'
import type { TextKey } from '#shared/i18n/text'
import { readers, readText, type T, type Values } from '../stores/texts'

export type { T }

export const useLocale = () => useSnapshot(settings).locale

/** Reads texts in the operator's language and draws again when it changes. */
export const useText = (): T => readers[useLocale()]

/** A text in the language of the moment, for code outside React. */
export const tr: T = (key: TextKey, values?: Values) => readText(settings.locale, key, values)
