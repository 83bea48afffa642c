import { useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { changeSettings, settings } from '../../stores/settings'
import { toast } from '../../ui/overlay/toast'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { tr, useText } from '../../ui/useText'
import { presets } from './colors'
import { CustomColor } from './CustomColor'

const PATIENCE_MS = 200

/** What makes readable tones of a colour; `stores/settings` fetches the same when it needs them. */
const loadTheme = () => import('#shared/theme')
type Theme = Awaited<ReturnType<typeof loadTheme>>

/** The theme colour: one of those offered, or any other; below it what is made of it. */
export function ColorChoice() {
  const t = useText()
  const id = useId()
  const { themeColor } = useSnapshot(settings)
  const { isSlow, whileLoading } = useSlowness()
  const color = themeColor.toUpperCase()

  const [theme, setTheme] = useState<Theme>()
  const isDarkened = theme !== undefined && theme.rampOf(color).primary !== color.toLowerCase()

  useEffect(() => void loadTheme().then(setTheme, () => {}), []) // a choice will say what is wrong

  function choose(chosen: string) {
    changeSettings({ themeColor: chosen })
    void whileLoading(loadTheme())
  }

  return (
    <div className="settings-block">
      <span id={id}>{t('settings.color')}</span>
      <div role="radiogroup" aria-labelledby={id} className="settings-swatches">
        {Object.entries(presets).map(([seed, name]) => (
          <Tooltip key={seed} text={`${t(name)} ${seed}`}>
            <input
              type="radio"
              name={id}
              aria-label={`${t(name)} ${seed}`}
              className="settings-swatch"
              style={swatchOf(seed)}
              checked={seed === color}
              onChange={() => choose(seed)}
            />
          </Tooltip>
        ))}
      </div>
      <CustomColor color={color} onChoose={choose} />
      <div className="settings-ramp" aria-hidden="true">
        {(['fill', 'hover', 'text', 'soft'] as const).map((tone) => (
          <span key={tone} className={`settings-tone settings-tone-${tone}`}>
            {t(`settings.tone.${tone}`)}
          </span>
        ))}
      </div>
      {isDarkened && <p className="settings-hint">{t('settings.darkened')}</p>}
      <p role="status" className="settings-compiling">
        {isSlow && t('settings.compiling')}
      </p>
    </div>
  )
}

/** React's types know no custom properties. */
const swatchOf = (seed: string) => ({ '--swatch': seed }) as CSSProperties

/** Tells when something takes longer than a moment; says so when it fails. */
function useSlowness() {
  const [isSlow, setIsSlow] = useState(false)
  const running = useRef(0)

  async function whileLoading(loading: Promise<unknown>) {
    running.current += 1
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    try {
      await loading
    } catch {
      toast.show(tr('error.network'), { tone: 'error' })
    }
    clearTimeout(timer)
    running.current -= 1
    if (running.current === 0) setIsSlow(false)
  }

  return { isSlow, whileLoading }
}
