import { useRef, useState } from 'react'
import { Button } from '../../Button'
import { useText } from '../../useText'

type PhotoButtonProps = { className?: string; onRead: (text: string) => void }

/** Reads the label in a chosen photo, or one taken on a phone: needs neither HTTPS nor permission for the camera. */
export function PhotoButton({ className, onRead }: PhotoButtonProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'reading' | 'none' | 'failed'>()

  async function read(photo: File | undefined) {
    if (!photo) return
    setState('reading')
    const decoder = await import('./decoder').catch(() => undefined)
    const text = await decoder?.textInPhoto(photo)
    setState(!decoder ? 'failed' : text === undefined ? 'none' : undefined)
    if (text !== undefined) onRead(text)
  }

  return (
    <>
      <Button
        icon="scan"
        busy={state === 'reading'}
        onClick={() => input.current?.click()}
        {...(className && { className })}
      >
        {t('qcQr.photo')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('qcQr.photo')}
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = '' // lets the same photo be chosen again
        }}
      />
      {(state === 'none' || state === 'failed') && (
        <p className="field-error" role="alert">
          {t(state === 'none' ? 'qcQr.photoNone' : 'error.network')}
        </p>
      )}
    </>
  )
}
