import { hasCriterion } from '#shared/qc/constants'
import { useText } from '../../useText'
import { beyondText } from './limits-text'
import { shapePath } from './shapes'
import { faultOf, isStepDone, type Step } from './steps'

type VerdictLineProps = {
  step: Step
  /** The server's error for the value. */
  fault: string | undefined
}

/** The verdict on a value while it is typed. NG is announced at once, other verdicts politely. */
export function VerdictLine({ step, fault }: VerdictLineProps) {
  const t = useText()
  const { item, sample, value } = step
  const wrong = faultOf(step)
  if (fault || wrong) {
    const words =
      fault ??
      (wrong === 'decimals'
        ? t('qcRecord.fault.decimals', { decimals: item.decimals })
        : wrong && t(`qcRecord.fault.${wrong}`))
    return (
      <p className="row wrap phone-verdict" data-judgement="NG" role="alert">
        {words}
      </p>
    )
  }
  const isJudged = hasCriterion(item.type) && value?.state === 'present' && isStepDone(step) && !sample?.fault
  const judgement = isJudged ? sample?.judgement : undefined
  return (
    <p
      className="row wrap phone-verdict"
      data-judgement={judgement}
      aria-live={judgement === 'NG' ? 'assertive' : 'polite'}
    >
      {judgement && (
        <>
          <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <path d={shapePath[judgement]} />
          </svg>
          <strong>{t(`qc.judgement.${judgement}`)}</strong> {beyondText(step, t)}
        </>
      )}
    </p>
  )
}
