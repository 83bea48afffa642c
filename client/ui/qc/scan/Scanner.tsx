import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../Button'
import { useText } from '../../useText'
import { newDetector } from './barcode-detector'
import './scanner.css'

/** A shorter pause would only heat the phone. */
const PAUSE_MS = 150

type ScannerProps = { onRead: (text: string) => void; onClose: () => void }

/** The camera's picture, searched for a QR code until one is found or the operator stops. */
export default function Scanner({ onRead, onClose }: ScannerProps) {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const read = useEffectEvent((text: string) => onRead(text))

  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    let stream: MediaStream | undefined
    async function look() {
      const picture = video.current
      if (!picture) return
      const detector = await newDetector()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      picture.srcObject = stream
      await picture.play()
      while (!signal.aborted) {
        const [found] = await detector.detect(picture)
        if (found && !signal.aborted) read(found.rawValue)
        await new Promise((later) => setTimeout(later, PAUSE_MS))
      }
    }
    void look()
      .catch(() => !signal.aborted && setIsRefused(true))
      .finally(() => stream?.getTracks().forEach((track) => track.stop()))
    return () => {
      over.abort()
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])

  if (isRefused) return <p role="alert">{t('qcQr.scanRefused')}</p>
  return (
    <div className="stack qr-scanner">
      <video ref={video} muted playsInline aria-label={t('qcQr.scanLooking')} />
      <p className="muted">{t('qcQr.scanLooking')}</p>
      <Button onClick={onClose}>{t('qcQr.scanStop')}</Button>
    </div>
  )
}
