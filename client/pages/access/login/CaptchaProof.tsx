import { useEffect, useEffectEvent, useState } from 'react'
import type { CaptchaChallenge } from '#shared/access/login'
import { Icon } from '../../../ui/Icon'
import { useText } from '../../../ui/useText'

/** Read out at each of these; more would be in the way of who listens. */
const STEP = 0.25

type CaptchaProofProps = {
  /** Undefined until it is here; the form can be sent meanwhile. */
  challenge: CaptchaChallenge | undefined
  /** Told when the proof is there for the form, or when there will be none. */
  onEnd: (isProven: boolean) => void
}

/** Computes a proof while the rest of the form stays usable, and keeps it for the form. */
export function CaptchaProof({ challenge, onEnd }: CaptchaProofProps) {
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
    <div className={`captcha-proof captcha-proof-${state}`}>
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
