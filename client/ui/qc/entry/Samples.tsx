import { useText } from '../../useText'
import { shapePath } from './shapes'
import { isStepDone, type SaidOf, type Step } from './steps'

type SamplesProps = { steps: readonly Step[]; current: string; saidOf: SaidOf | undefined; onGo: (step: Step) => void }

/** The pieces of an item: how each is judged, and which one is in view. */
export function Samples({ steps, current, saidOf, onGo }: SamplesProps) {
  const t = useText()
  return (
    <ol className="phone-samples">
      {steps.map((step) => {
        const judgement = isStepDone(step) ? (step.sample?.judgement ?? 'PENDING') : undefined
        const wrong = saidOf?.(step)
        const said = [judgement && t(`qc.judgement.${judgement}`), wrong].filter(Boolean).join(', ')
        const label = t('qcEntry.sample', { sampleNo: step.sampleNo, count: steps.length })
        return (
          <li key={step.key}>
            <button
              type="button"
              className="phone-sample"
              data-judgement={judgement}
              data-wrong={wrong !== undefined}
              aria-current={step.key === current ? 'step' : undefined}
              aria-label={said ? `${label}: ${said}` : label}
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
