import { localizedName, type Named } from '#shared/qc/localized-name'
import { settings } from '../../stores/settings'
import { useLocale } from '../useText'

/** A name in the operator's language. */
export type LocalizedName = <Name extends string | null>(named: Named<Name>) => string | Name

export function useLocalizedName(): LocalizedName {
  const locale = useLocale()
  return (named) => localizedName(locale, named)
}

/** The name outside of components: in toasts and in page declarations. */
export const localizedNameNow: LocalizedName = (named) => localizedName(settings.locale, named)
