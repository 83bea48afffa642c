import { useSnapshot } from 'valtio'
import { hasCriterion } from '#shared/qc/constants'
import { useText } from '../../useText'
import { beyondText } from './limits-text'
import { shapePath } from './shapes'
import { faultOf, isStepDone, type Step } from './steps'
import { typing } from './typing'

type VerdictLineProps = {
  step: Step
  /** The server's error for the value. */
  fault: string | undefined
}

/**
 * The verdict on a value, which follows each key. It is announced once a number is typed: a fault and NG at once, other
 * verdicts politely.
 */
export function VerdictLine({ step, fault }: VerdictLineProps) {
  const t = useText()
  const { item, sample, value } = step
  const wrong = faultOf(step)
  const isTyped = useSnapshot(typing).cell === step.key
  if (fault || wrong) {
    const words =
      fault ??
      (wrong === 'decimals'
        ? t('qcRecord.fault.decimals', { decimals: item.decimals })
        : wrong && t(`qcRecord.fault.${wrong}`))
    return (
      <>
        <p className="row wrap phone-verdict" data-judgement="NG" aria-hidden="true">
          {words}
        </p>
        <p key="fault" className="sr-only" role="alert">
          {!isTyped && words}
        </p>
      </>
    )
  }
  const isJudged = hasCriterion(item.type) && value?.state === 'present' && isStepDone(step) && !sample?.fault
  const judgement = isJudged ? sample?.judgement : undefined
  const beyond = beyondText(step, t)
  return (
    <>
      <p className="row wrap phone-verdict" data-judgement={judgement} aria-hidden="true">
        {judgement && (
          <>
            <svg viewBox="0 0 12 12" focusable="false">
              <path d={shapePath[judgement]} />
            </svg>
            <strong>{t(`qc.judgement.${judgement}`)}</strong> {beyond}
          </>
        )}
      </p>
      <p key="judgement" className="sr-only" aria-live={judgement === 'NG' ? 'assertive' : 'polite'}>
        {!isTyped && judgement && [t(`qc.judgement.${judgement}`), beyond].filter(Boolean).join(' ')}
      </p>
    </>
  )
}
