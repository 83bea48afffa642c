import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/form/Field'
import { useText } from '../../ui/useText'
import { readColor } from './colors'

type CustomColorProps = {
  /** `#RRGGBB` */
  color: string
  onChoose: (color: string) => void
}

/** A text that somebody types; it belongs to the colour of that time, and is gone with the next. */
type Draft = { text: string; color: string; isDone: boolean }

/** Any colour: from the browser's palette, from the screen, or by its figures. */
export function CustomColor({ color, onChoose }: CustomColorProps) {
  const t = useText()
  const [latest, setDraft] = useState<Draft>()
  const draft = latest?.color === color ? latest : undefined
  const isWrong = draft?.isDone && readColor(draft.text) === undefined

  function type(text: string) {
    const typed = readColor(text)
    setDraft({ text, color: typed ?? color, isDone: false })
    if (typed) onChoose(typed)
  }

  /** What is no colour is called so only when its typist is done with it. */
  function settle() {
    const isKept = draft && draft.text.trim() !== '' && readColor(draft.text) === undefined
    setDraft(isKept ? { ...draft, isDone: true } : undefined)
  }

  return (
    <Field label={t('settings.customColor')} error={isWrong ? t('settings.notColor') : undefined}>
      {(control) => (
        <span className="settings-custom">
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

/** Not in every browser, and so not in TypeScript's library. */
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
    // called off by Escape
  }
}
