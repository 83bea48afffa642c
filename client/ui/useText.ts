import { useSnapshot } from 'valtio'
import { settings } from '../stores/settings'
import { readers, type T } from '../stores/texts'

export type { T }

export const useLocale = () => useSnapshot(settings).locale

/** Reads texts in the operator's language and draws again when it changes. */
export const useText = (): T => readers[useLocale()]

/** A text in the language of the moment, for code outside React. */
export const tr: T = (key, ...values) => readers[settings.locale](key, ...values)
