import { useRef, useState, type ComponentProps } from 'react'
import { Button } from '../../../ui/Button'
import { copyText } from '../../../ui/input/copy'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { dispatchInput } from '../../../ui/form/dispatch-input'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { generatePassword } from './generate-password'

type GivenPasswordProps = ComponentProps<'input'> & {
  /** What is entered now. */
  given: string
  onGenerate: (password: string) => void
}

/** A password for somebody else: typed, or generated, and then shown so that it can be handed over. */
export function GivenPassword({ given, onGenerate, ...input }: GivenPasswordProps) {
  const t = useText()
  const box = useRef<HTMLSpanElement>(null)
  const [generated, setGenerated] = useState('')

  function generate() {
    const password = generatePassword()
    setGenerated(password)
    onGenerate(password)
    dispatchInput(box.current)
  }

  return (
    <>
      <PasswordInput {...input} autoComplete="new-password" />
      <span ref={box} className="user-password">
        <Button variant="text" icon="refresh" onClick={generate}>
          {t('user.generate')}
        </Button>
        {given !== '' && (
          <Button variant="text" icon="copy" onClick={() => void copyPassword(given)}>
            {t('user.copyPassword')}
          </Button>
        )}
        {generated !== '' && generated === given && <code>{generated}</code>}
      </span>
    </>
  )
}

export async function copyPassword(password: string) {
  const isCopied = await copyText(password)
  if (isCopied) toast.show(tr('user.passwordCopied'), { tone: 'success' })
  else toast.show(tr('user.copyFailed'), { tone: 'error' })
}
