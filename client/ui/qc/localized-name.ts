import { calledIn, type Named } from '#shared/qc/localized-name'
import { settings } from '../../stores/settings'
import { useLocale } from '../useText'

/** What something is called in the operator's language. */
export type Called = <Name extends string | null>(named: Named<Name>) => string | Name

export function useCalled(): Called {
  const locale = useLocale()
  return (named) => calledIn(locale, named)
}

/** The same outside of components: in toasts, and in what a page declares once. */
export const calledNow = (named: Named): string => calledIn(settings.locale, named)
