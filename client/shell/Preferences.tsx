import { useSnapshot } from 'valtio'
import { isDark, setLocale, settings } from '../stores/settings'
import { Button, IconButton } from '../ui/Button'
import { toast } from '../ui/toast'
import { tr, useLocale, useText } from '../ui/useText'

/** Switches of language and of light and dark, as they stand on every page. */
export function Preferences() {
  const t = useText()
  const locale = useLocale()
  useSnapshot(settings)
  const dark = isDark()

  async function switchLanguage() {
    try {
      await setLocale(locale === 'zh' ? 'en' : 'zh')
    } catch {
      toast.show(tr('error.network'), { tone: 'error' }) // the texts of the other language did not arrive
    }
  }

  return (
    <>
      <Button
        variant="text"
        className="preferences-language"
        lang={locale === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => void switchLanguage()}
      >
        {t('shell.otherLanguageShort')}
        <span className="sr-only">{t('shell.otherLanguage')}</span>
      </Button>
      <IconButton
        label={t(dark ? 'shell.toLight' : 'shell.toDark')}
        icon={dark ? 'sun' : 'moon'}
        size={20}
        onClick={() => void (settings.themeMode = dark ? 'light' : 'dark')}
      />
    </>
  )
}
