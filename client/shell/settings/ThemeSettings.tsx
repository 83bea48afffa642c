import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { changeSettings, settings } from '../../stores/settings'
import { useText } from '../../ui/useText'
import type { Settings } from '../../stores/setting-values'
import { chooseLanguage } from './choose-language'
import { ColorChoice } from './ColorChoice'
import { Segments } from './Segments'

/** The colours and the language of the product. */
export function ThemeSettings() {
  const t = useText()
  const id = useId()
  const { locale, themeMode, themeStyle } = useSnapshot(settings)
  return (
    <section aria-labelledby={id} className="grid settings-section">
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

type SideStyleProps = { value: Settings['themeStyle']; onChoose: (value: Settings['themeStyle']) => void }

/** The look of the sidebar, chosen by its picture. */
function SideStyle({ value, onChoose }: SideStyleProps) {
  const t = useText()
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="grid settings-block">
      <span id={id}>{t('settings.sideStyle')}</span>
      <div className="grid gap-12 settings-pictures">
        {(['dark', 'light'] as const).map((style) => (
          <label key={style} className="grid gap-4 muted settings-picture">
            <input
              type="radio"
              name={id}
              className="settings-radio"
              checked={style === value}
              onChange={() => onChoose(style)}
            />
            <Picture style={style} />
            <span>{t(`settings.sideStyle.${style}`)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** A small picture of the product's frame in its present colours. */
const Picture = ({ style }: { style: Settings['themeStyle'] }) => (
  <svg
    viewBox="0 0 120 72"
    data-sidebar-look={style}
    className={`settings-drawing settings-drawing-${style}`}
    aria-hidden="true"
  >
    <rect className="settings-drawing-page" width="120" height="72" />
    <rect className="settings-drawing-head" x="34" width="86" height="13" />
    <rect className="settings-drawing-side" width="34" height="72" />
    <rect className="settings-drawing-active" x="4" y="19" width="26" height="9" rx="2" />
    <path className="settings-drawing-items" d="M8 8h18M8 36h18M8 46h14M8 56h18" />
    <rect className="settings-drawing-card" x="42" y="21" width="70" height="44" rx="3" />
    <path d="M49 31h30M49 42h56M49 53h44" />
  </svg>
)
