import { useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { changeSettings, settings } from '../../stores/settings'
import { toast } from '../../ui/overlay/toast'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { tr, useText } from '../../ui/useText'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/form/Field'
import { presets, readColor } from './colors'

const PATIENCE_MS = 200

/** Computes readable tones of a colour; `stores/settings` loads the same module when needed. */
const loadTheme = () => import('#shared/theme')
type Theme = Awaited<ReturnType<typeof loadTheme>>

/** The theme colour: one of the presets, or any other; below it the derived tones. */
export function ColorChoice() {
  const t = useText()
  const id = useId()
  const { themeColor } = useSnapshot(settings)
  const { isSlow, whileLoading } = useSlowness()
  const color = themeColor.toUpperCase()

  const [theme, setTheme] = useState<Theme>()
  const isDarkened = theme !== undefined && theme.rampOf(color).primary !== color.toLowerCase()

  useEffect(() => void loadTheme().then(setTheme, () => {}), []) // a choice reports the error

  function choose(chosen: string) {
    changeSettings({ themeColor: chosen })
    void whileLoading(loadTheme())
  }

  return (
    <div className="grid settings-block">
      <span id={id}>{t('settings.color')}</span>
      <div role="radiogroup" aria-labelledby={id} className="grid settings-swatches">
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

/** React's types do not know custom properties. */
const swatchOf = (seed: string) => ({ '--swatch': seed }) as CSSProperties

/** Shows that a task takes longer than a moment, and reports its failure. */
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

type CustomColorProps = {
  /** `#RRGGBB` */
  color: string
  onChoose: (color: string) => void
}

/** A typed text; it belongs to the colour of that time, and is discarded with the next one. */
type Draft = { text: string; color: string; isDone: boolean }

/** Any colour: from the browser's palette, from the screen, or by its hex code. */
function CustomColor({ color, onChoose }: CustomColorProps) {
  const t = useText()
  const [latest, setDraft] = useState<Draft>()
  const draft = latest?.color === color ? latest : undefined
  const isWrong = draft?.isDone && readColor(draft.text) === undefined

  function type(text: string) {
    const typed = readColor(text)
    setDraft({ text, color: typed ?? color, isDone: false })
    if (typed) onChoose(typed)
  }

  /** Invalid input is reported only after the operator has finished typing. */
  function settle() {
    const isKept = draft && draft.text.trim() !== '' && readColor(draft.text) === undefined
    setDraft(isKept ? { ...draft, isDone: true } : undefined)
  }

  return (
    <Field label={t('settings.customColor')} error={isWrong ? t('settings.notColor') : undefined}>
      {(control) => (
        <span className="row stretch settings-custom">
          <input
            type="color"
            className="settings-palette"
            aria-label={t('settings.palette')}
            value={color.toLowerCase()}
            onChange={(event) => onChoose(event.target.value.toUpperCase())}
          />
          <input
            {...control}
            spellCheck={false}
            autoComplete="off"
            value={draft?.text ?? color}
            onChange={(event) => type(event.target.value)}
            onBlur={settle}
            onKeyDown={(event) => event.key === 'Enter' && settle()}
          />
          {window.EyeDropper && (
            <Button onClick={() => void pickFromScreen(onChoose)}>{t('settings.pickFromScreen')}</Button>
          )}
        </span>
      )}
    </Field>
  )
}

/** Missing in some browsers, and so in TypeScript's library. */
declare global {
  interface Window {
    EyeDropper?: new () => { open: () => Promise<{ sRGBHex: string }> }
  }
}

async function pickFromScreen(onChoose: (color: string) => void) {
  if (!window.EyeDropper) return
  try {
    const { sRGBHex } = await new window.EyeDropper().open()
    onChoose(sRGBHex.toUpperCase())
  } catch {
    // cancelled by Escape
  }
}
