import { useEffect } from 'react'
import { setLocale, settings } from '../../../../stores/settings'

/** Takes up the language that the address asks for: `lang=en`; without it the one set on this device stays. */
export function useLanguage(lang: string | null): void {
  useEffect(() => {
    if ((lang === 'zh' || lang === 'en') && lang !== settings.locale) void setLocale(lang).catch(() => {})
  }, [lang])
}
