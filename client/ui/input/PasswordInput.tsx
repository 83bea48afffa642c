import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { IconButton } from '../Button'
import { useText } from '../useText'
import './PasswordInput.css'

/** A password field with a button that shows the text, and a hint if caps lock is on. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  const [isCapsLock, setIsCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <span className="password-input">
        <input
          {...props}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
        <IconButton
          label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
          icon={isShown ? 'eye-off' : 'eye'}
          size={20}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      </span>
      {isCapsLock && (
        <span className="password-caps-lock" role="status">
          {t('login.capsLock')}
        </span>
      )}
    </>
  )
}
