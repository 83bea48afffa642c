import { useSnapshot } from 'valtio'
import { isDark, settings, toggleDark } from '../stores/settings'
import { Button, IconButton } from '../ui/Button'
import { useLocale, useText } from '../ui/useText'
import { chooseLanguage } from './settings/choose-language'

/** The switches of language and of dark mode, the same on every page. */
export function Preferences() {
  const t = useText()
  const locale = useLocale()
  useSnapshot(settings)
  const dark = isDark()
  const otherLocale = locale === 'zh' ? 'en' : 'zh'

  return (
    <>
      <Button
        variant="text"
        className="preferences-language"
        lang={otherLocale === 'zh' ? 'zh-CN' : 'en'}
        onClick={() => void chooseLanguage(otherLocale)}
      >
        {t('shell.otherLanguageShort')}
        <span className="sr-only">{t('shell.otherLanguage')}</span>
      </Button>
      <IconButton
        label={t(dark ? 'shell.toLight' : 'shell.toDark')}
        icon={dark ? 'sun' : 'moon'}
        size={20}
        onClick={toggleDark}
      />
    </>
  )
}
