import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { useText } from '../../../ui/useText'
import { CaptchaProof } from './CaptchaProof'
import type { CaptchaInUse } from './useCaptcha'
import './CaptchaField.css'

type CaptchaFieldProps = {
  captcha: CaptchaInUse
  error: string | undefined
  onRenew: () => void
  /** Told when the browser has proved itself, or no longer tries to. */
  onProofEnd: (isProven: boolean) => void
}

/**
 * Asks for what a picture shows, or has the browser prove itself for those who cannot read it. Either way the form
 * finds the answer under the name `code`. Who has chosen the proof need not choose it again for the next captcha.
 */
export default function CaptchaField({ captcha, error, onRenew, onProofEnd }: CaptchaFieldProps) {
  const t = useText()
  const [isProving, setIsProving] = useState(false)
  const { id, data, challenge, round, isOver } = captcha
  const input = useRef<HTMLInputElement>(null)

  // The field itself stays, and the focus with it.
  useEffect(() => {
    if (input.current) input.current.value = ''
  }, [id, round])
  const focusWhenWanted = useEffectEvent(() => {
    if (error !== undefined) input.current?.focus() // the server has complained before the field was there
  })
  useEffect(() => focusWhenWanted(), [])

  return (
    <div className="captcha">
      {isProving && challenge ? (
        <>
          <CaptchaProof key={round} challenge={isOver ? undefined : challenge} onEnd={onProofEnd} />
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </>
      ) : (
        <Field label={t('login.captcha')} error={error}>
          {(control) => (
            <span className="captcha-line">
              <input
                {...control}
                ref={input}
                aria-required
                name="code"
                inputMode="numeric"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={16}
              />
              <button
                type="button"
                aria-label={t('login.captchaRenew')}
                title={t('login.captchaRenew')}
                onClick={onRenew}
              >
                <img src={data} alt="" />
              </button>
            </span>
          )}
        </Field>
      )}
      {challenge && (
        // One button for both ways, so that the focus has a place to stay.
        <Button variant="text" className="captcha-other" onClick={() => setIsProving(!isProving)}>
          {t(isProving ? 'login.captchaPicture' : 'login.captchaProve')}
        </Button>
      )}
    </div>
  )
}
