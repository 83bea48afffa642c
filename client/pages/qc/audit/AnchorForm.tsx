import { useState, type FormEvent } from 'react'
import { readAnchor } from '#shared/qc/audit/anchor'
import { Button } from '../../../ui/Button'
import { InputField } from '../../../ui/form/fields'
import { part } from '../../../ui/part'
import { hasCamera } from '../../../ui/qc/scan/barcode-detector'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'

const Scanner = part(() => import('../../../ui/qc/scan/Scanner'))

type AnchorFormProps = { isVerifying: boolean; onAnchor: (anchor: string) => void }

/** Verifies by an anchor stored outside of the database: typed, pasted, or scanned from a printed record. */
export function AnchorForm({ isVerifying, onAnchor }: AnchorFormProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isScanning, setIsScanning] = useState(false)

  function take(text: string) {
    const isAnchor = readAnchor(text) !== undefined
    setTyped(text)
    setIsWrong(!isAnchor)
    setIsScanning(false)
    if (isAnchor) onAnchor(text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    take(typed)
  }

  return (
    <details className="audit-anchor">
      <summary>{t('qcAudit.anchorUse')}</summary>
      <form className="grid gap-12" onSubmit={submit} noValidate>
        <InputField
          label={t('qcAudit.anchor')}
          hint={t('qcAudit.anchorHint')}
          error={isWrong ? t('qcAudit.anchorForm') : undefined}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={120}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsWrong(false)
          }}
        />
        {isScanning && <Scanner onRead={take} onClose={() => setIsScanning(false)} />}
        <div className="row stretch wrap">
          {hasCamera() && !isScanning && (
            <Button icon="scan" onClick={() => void isReady(Scanner).then(setIsScanning)}>
              {t('qcAudit.scanAnchor')}
            </Button>
          )}
          <Button type="submit" icon="check" disabled={isVerifying}>
            {t('qcAudit.verifyAnchor')}
          </Button>
        </div>
      </form>
    </details>
  )
}
