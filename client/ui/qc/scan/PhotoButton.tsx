import { useRef, useState } from 'react'
import { Button } from '../../Button'
import { FileInput } from '../../input/FileInput'
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
      <FileInput ref={input} accept="image/*" aria-label={t('qcQr.photo')} onFiles={([photo]) => void read(photo)} />
      {(state === 'none' || state === 'failed') && (
        <p className="field-error" role="alert">
          {t(state === 'none' ? 'qcQr.photoNone' : 'error.network')}
        </p>
      )}
    </>
  )
}
