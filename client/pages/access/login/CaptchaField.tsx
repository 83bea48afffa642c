import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaptchaChallenge } from '#shared/access/login'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { useText } from '../../../ui/useText'
import { Icon } from '../../../ui/Icon'
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
            <span className="row stretch captcha-line">
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

/** Read out at each of these; more would be in the way of who listens. */
const STEP = 0.25

type CaptchaProofProps = {
  /** Undefined until it is here; the form can be sent meanwhile. */
  challenge: CaptchaChallenge | undefined
  /** Told when the proof is there for the form, or when there will be none. */
  onEnd: (isProven: boolean) => void
}

/** Computes a proof while the rest of the form stays usable, and keeps it for the form. */
function CaptchaProof({ challenge, onEnd }: CaptchaProofProps) {
  const t = useText()
  const [done, setDone] = useState(0)
  const [proof, setProof] = useState('')
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!challenge) return
    const left = new AbortController()
    async function compute(challenge: CaptchaChallenge) {
      try {
        const { prove } = await import('./prove')
        setProof(await prove(challenge, setDone, left.signal))
      } catch {
        if (!left.signal.aborted) setHasFailed(true) // its code could not be fetched
      }
    }
    void compute(challenge)
    return () => left.abort()
  }, [challenge])

  const notifyEnd = useEffectEvent(onEnd)
  const isProven = proof !== ''
  useEffect(() => {
    if (isProven || hasFailed) notifyEnd(isProven)
  }, [isProven, hasFailed])
  useEffect(() => () => notifyEnd(false), []) // the picture instead

  const state = hasFailed ? 'failed' : proof ? 'done' : 'running'
  return (
    <div className={`grid captcha-proof captcha-proof-${state}`}>
      <p role="status">
        {state === 'failed' && (
          <>
            <Icon name="warning" /> {t('error.network')}
          </>
        )}
        {state === 'done' && (
          <>
            <Icon name="ok" /> {t('login.captchaProven')}
          </>
        )}
        {state === 'running' && t('login.captchaProving', { percent: Math.floor(done / STEP) * STEP * 100 })}
      </p>
      {state === 'running' && <progress aria-label={t('login.captcha')} value={done} max={1} />}
      {!hasFailed && <input type="hidden" name="code" value={proof} />}
    </div>
  )
}
