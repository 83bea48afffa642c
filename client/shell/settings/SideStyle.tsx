import { useId } from 'react'
import type { Settings } from '../../stores/setting-values'
import { useText } from '../../ui/useText'

type SideStyleProps = { value: Settings['themeStyle']; onChoose: (value: Settings['themeStyle']) => void }

/** The look of the sidebar, chosen by its picture. */
export function SideStyle({ value, onChoose }: SideStyleProps) {
  const t = useText()
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="settings-block">
      <span id={id}>{t('settings.sideStyle')}</span>
      <div className="settings-pictures">
        {(['dark', 'light'] as const).map((style) => (
          <label key={style} className="settings-picture">
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

/** The frame of the product in small, with the colours it has at the moment. */
const Picture = ({ style }: { style: Settings['themeStyle'] }) => (
  <svg viewBox="0 0 120 72" className={`settings-drawing settings-drawing-${style}`} aria-hidden="true">
    <rect className="settings-drawing-page" width="120" height="72" />
    <rect className="settings-drawing-head" x="34" width="86" height="13" />
    <rect className="settings-drawing-side" width="34" height="72" />
    <rect className="settings-drawing-active" x="4" y="19" width="26" height="9" rx="2" />
    <path className="settings-drawing-items" d="M8 8h18M8 36h18M8 46h14M8 56h18" />
    <rect className="settings-drawing-card" x="42" y="21" width="70" height="44" rx="3" />
    <path className="settings-drawing-lines" d="M49 31h30M49 42h56M49 53h44" />
  </svg>
)
