import { useRef, useState } from 'react'
import { Button } from '../../Button'
import { FileInput } from '../../input/FileInput'
import { useText } from '../../useText'

/** Why a photo gave no text: it has no code that can be read, or the network failed. */
export type PhotoFault = 'none' | 'failed'

type PhotoButtonProps = {
  className?: string
  /** The fault of the last photo, until something else is read. */
  fault: PhotoFault | undefined
  onFault: (fault: PhotoFault | undefined) => void
  onRead: (text: string) => void
}

/** Reads the label in a chosen photo, or one taken on a phone: needs neither HTTPS nor permission for the camera. */
export function PhotoButton({ className, fault, onFault, onRead }: PhotoButtonProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)

  async function read(photo: File | undefined) {
    if (!photo) return
    onFault(undefined)
    setIsReading(true)
    const decoder = await import('./decoder').catch(() => undefined)
    const text = await decoder?.textInPhoto(photo)
    setIsReading(false)
    if (text === undefined) onFault(decoder ? 'none' : 'failed')
    else onRead(text)
  }

  return (
    <>
      <Button icon="scan" busy={isReading} onClick={() => input.current?.click()} {...(className && { className })}>
        {t('qcQr.photo')}
      </Button>
      <FileInput ref={input} accept="image/*" aria-label={t('qcQr.photo')} onFiles={([photo]) => void read(photo)} />
      {fault && (
        <p className="field-error" role="alert">
          {t(fault === 'none' ? 'qcQr.photoNone' : 'error.network')}
        </p>
      )}
    </>
  )
}
