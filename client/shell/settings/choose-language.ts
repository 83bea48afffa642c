import type { Locale } from '#shared/i18n/text'
import { setLocale } from '../../stores/settings'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'

/** Goes over to a language, or says that its texts did not arrive. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  try {
    await setLocale(locale)
  } catch {
    toast.show(tr('error.network'), { tone: 'error' })
  }
}
