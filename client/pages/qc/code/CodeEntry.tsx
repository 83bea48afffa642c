import { useRef, useState, type FormEvent } from 'react'
import { codeIn } from '#shared/qc/code'
import { Button } from '../../../ui/Button'
import { InputField } from '../../../ui/form/fields'
import { useTypingAnywhere } from '../../../ui/form/typing-anywhere'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'
import { hasCamera } from '../../../ui/qc/scan/barcode-detector'
import { PhotoButton, type PhotoFault } from '../../../ui/qc/scan/PhotoButton'

const Scanner = part(() => import('../../../ui/qc/scan/Scanner'))

type CodeEntryProps = {
  /** True before the first code: then scanning is the primary action of the page. */
  isFirst: boolean
  onCode: (code: string) => void
}

/** Takes a code from the camera, the keyboard, or a hardware scanner, wherever the focus is on the page. */
export function CodeEntry({ isFirst, onCode }: CodeEntryProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [photoFault, setPhotoFault] = useState<PhotoFault>()
  const [isScanning, setIsScanning] = useState(false)
  useTypingAnywhere(() => input.current)

  function take(text: string) {
    const code = codeIn(text)
    setPhotoFault(undefined)
    setIsWrong(code === undefined)
    if (code === undefined) return input.current?.select()
    setTyped('')
    setIsScanning(false)
    onCode(code)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    take(typed)
  }

  return (
    <form className="stack gap-12 card qr-entry" onSubmit={submit} noValidate>
      {!hasCamera() && <p className="muted">{t('qcQr.scanMissing')}</p>}
      {isScanning && <Scanner onRead={take} onClose={() => setIsScanning(false)} />}
      {hasCamera() && !isScanning && (
        <Button
          variant={isFirst ? 'primary' : 'default'}
          className="qr-scan"
          icon="scan"
          onClick={() => void isReady(Scanner).then(setIsScanning)}
        >
          {t(isFirst ? 'qcQr.scan' : 'qcQr.another')}
        </Button>
      )}
      <PhotoButton className="qr-scan" fault={photoFault} onFault={setPhotoFault} onRead={take} />
      <InputField
        label={t('qcQr.manual')}
        hint={t('qcQr.manualHint')}
        error={isWrong ? t('qcQr.malformed') : undefined}
        ref={input}
        className="qr-field"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={300}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsWrong(false)
        }}
      />
      <Button type="submit" icon="search" className="qr-scan">
        {t('qcQr.manualGo')}
      </Button>
    </form>
  )
}
