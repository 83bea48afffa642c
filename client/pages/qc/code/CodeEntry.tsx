import { useEffect, useRef, useState, type FormEvent } from 'react'
import { codeIn } from '#shared/qc/code'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'
import { canScan } from '../../../ui/qc/scan/barcode-detector'
import { useTypedAnywhere } from './useTypedAnywhere'

const Scanner = part(() => import('../../../ui/qc/scan/Scanner'))

type CodeEntryProps = {
  /** Nothing was asked for yet: this is what the page is for. */
  isFirst: boolean
  onCode: (code: string) => void
}

/** Where a code comes in: by the camera, by hand, or from a scanner that types, wherever on the page the focus is. */
export function CodeEntry({ isFirst, onCode }: CodeEntryProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isScanning, setIsScanning] = useState(false)
  const [isAble, setIsAble] = useState<boolean>()
  useTypedAnywhere(input)
  useEffect(() => void canScan().then(setIsAble), [])

  function take(text: string) {
    const code = codeIn(text)
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
    <form className="qr-entry card" onSubmit={submit} noValidate>
      {isAble === false && <p className="qr-about">{t('qcQr.scanMissing')}</p>}
      {isScanning && <Scanner onRead={take} onClose={() => setIsScanning(false)} />}
      {isAble && !isScanning && (
        <Button
          variant={isFirst ? 'primary' : 'default'}
          className="qr-scan"
          icon="phone"
          onClick={() => void isReady(Scanner).then(setIsScanning)}
        >
          {t(isFirst ? 'qcQr.scan' : 'qcQr.another')}
        </Button>
      )}
      <Field label={t('qcQr.manual')} hint={t('qcQr.manualHint')} error={isWrong ? t('qcQr.malformed') : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className="qr-field"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={300}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setIsWrong(false)
            }}
          />
        )}
      </Field>
      <Button type="submit" icon="search" className="qr-scan">
        {t('qcQr.manualGo')}
      </Button>
    </form>
  )
}
