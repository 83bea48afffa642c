import { useRef, useState, type ComponentProps } from 'react'
import { Button } from '../../../ui/Button'
import { copyText } from '../../../ui/input/copy'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { dispatchInput } from '../../../ui/form/dispatch-input'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'
import './user.css'

type InitialPasswordProps = ComponentProps<'input'> & {
  /** The present value of the field. */
  password: string
  onGenerate: (password: string) => void
}

/** A password for another person: typed, or generated and then shown for handover. */
export function InitialPasswordInput({ password, onGenerate, ...input }: InitialPasswordProps) {
  const t = useText()
  const box = useRef<HTMLSpanElement>(null)
  const [generated, setGenerated] = useState('')

  function generate() {
    const next = generatePassword()
    setGenerated(next)
    onGenerate(next)
    dispatchInput(box.current)
  }

  return (
    <>
      <PasswordInput {...input} autoComplete="new-password" />
      <span ref={box} className="user-password">
        <Button variant="text" icon="refresh" onClick={generate}>
          {t('user.generate')}
        </Button>
        {password !== '' && (
          <Button variant="text" icon="copy" onClick={() => void copyPassword(password)}>
            {t('user.copyPassword')}
          </Button>
        )}
        {generated !== '' && generated === password && <code>{generated}</code>}
      </span>
    </>
  )
}

async function copyPassword(password: string) {
  const isCopied = await copyText(password)
  if (isCopied) toast.show(tr('user.passwordCopied'), { tone: 'success' })
  else toast.show(tr('user.copyFailed'), { tone: 'error' })
}

type PasswordHandoverProps = { text: string; password: string; onClose: () => void }

/** Shows a password for the last time, for handover. */
export function PasswordHandover({ text, password, onClose }: PasswordHandoverProps) {
  const t = useText()
  return (
    <>
      <p className="user-dialog-text" role="status">
        {text}
      </p>
      <p className="split wrap user-password-done">
        <code>{password}</code>
        <Button icon="copy" onClick={() => void copyPassword(password)}>
          {t('user.copyPassword')}
        </Button>
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Letters and digits that are not confused on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_LENGTH = 5

/** A password of 85 random bits that can be read out: `kT4mp-Wq9zc-Hd3xb`. */
const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, character).join('')).join('-')

function character(): string {
  const fair = 256 - (256 % ALPHABET.length) // above it, some characters would be more frequent
  for (;;) {
    const [byte = 256] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
