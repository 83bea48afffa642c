import { useText } from '../../useText'
import { shapePath } from './shapes'
import { isStepDone, type FaultTextOf, type Step } from './steps'

type SamplesProps = {
  steps: readonly Step[]
  current: string
  faultTextOf: FaultTextOf | undefined
  onGo: (step: Step) => void
}

/** The samples of an item: their judgements, and the one in view. */
export function Samples({ steps, current, faultTextOf, onGo }: SamplesProps) {
  const t = useText()
  return (
    <ol className="phone-samples">
      {steps.map((step) => {
        const judgement = isStepDone(step) ? (step.sample?.judgement ?? 'PENDING') : undefined
        const wrong = faultTextOf?.(step)
        const state = [judgement && t(`qc.judgement.${judgement}`), wrong].filter(Boolean).join(', ')
        const label = t('qcEntry.sample', { sampleNo: step.sampleNo, count: steps.length })
        return (
          <li key={step.key}>
            <button
              type="button"
              className="row center gap-4 phone-sample"
              data-judgement={judgement}
              data-wrong={wrong !== undefined}
              aria-current={step.key === current ? 'step' : undefined}
              aria-label={state ? `${label}: ${state}` : label}
              onClick={() => onGo(step)}
            >
              {step.sampleNo}
              {judgement && (
                <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
                  <path d={shapePath[judgement]} />
                </svg>
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
