import type { Locale } from '#shared/i18n/text'
import { setLocale } from '../../stores/settings'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'

/** Switches to a language, or reports that its texts could not be loaded. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  try {
    await setLocale(locale)
  } catch {
    toast.show(tr('error.network'), { tone: 'error' })
  }
}
