import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { changeSettings, settings } from '../../stores/settings'
import { useText } from '../../ui/useText'
import { chooseLanguage } from './choose-language'
import { ColorChoice } from './ColorChoice'
import { Segments } from './Segments'
import { SideStyle } from './SideStyle'

/** What colours the product has, and in which language it speaks. */
export function ThemeSettings() {
  const t = useText()
  const id = useId()
  const { locale, themeMode, themeStyle } = useSnapshot(settings)
  return (
    <section aria-labelledby={id} className="settings-section">
      <h3 id={id}>{t('settings.theme')}</h3>
      <SideStyle value={themeStyle} onChoose={(chosen) => changeSettings({ themeStyle: chosen })} />
      <ColorChoice />
      <Segments
        label={t('settings.mode')}
        value={themeMode}
        options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(`settings.mode.${value}`) }))}
        onChoose={(chosen) => changeSettings({ themeMode: chosen })}
      />
      <Segments
        label={t('settings.language')}
        value={locale}
        options={[
          { value: 'zh', label: '中文', lang: 'zh-CN' },
          { value: 'en', label: 'English', lang: 'en' },
        ]}
        onChoose={(chosen) => void chooseLanguage(chosen)}
      />
    </section>
  )
}
