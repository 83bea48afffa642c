import type { ReactNode } from 'react'
import { Button } from '../Button'
import { copyText } from '../input/copy'
import { toast } from '../overlay/toast'
import { tr, useText } from '../useText'
import './key-row.css'

type ShownOnceProps = {
  /** Says that the secret is shown only now. */
  text: string
  label: string
  secret: string
  copyLabel: string
  onDone: () => void
}

/** A key, token or link that is shown only now, with buttons to copy it and to confirm that it was saved. */
export function ShownOnce({ text, label, secret, copyLabel, onDone }: ShownOnceProps) {
  const t = useText()
  return (
    <>
      <p>{text}</p>
      <input readOnly aria-label={label} value={secret} onFocus={(event) => event.target.select()} />
      <p className="row stretch wrap shown-once-actions">
        <CopyButton text={secret} isPrimary>
          {copyLabel}
        </CopyButton>
        <Button onClick={onDone}>{t('qcKey.kept')}</Button>
      </p>
    </>
  )
}

type CopyButtonProps = { text: string; isPrimary?: boolean; children: ReactNode }

export function CopyButton({ text, isPrimary = false, children }: CopyButtonProps) {
  async function copy() {
    if (await copyText(text)) toast.show(tr('action.copied'), { tone: 'success' })
  }
  return (
    <Button variant={isPrimary ? 'primary' : 'default'} icon="copy" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
