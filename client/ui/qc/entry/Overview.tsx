import { hasCriterion, isMeasured } from '#shared/qc/constants'
import { Button } from '../../Button'
import { reserveEnd } from '../../feedback/end-bar'
import { Icon } from '../../Icon'
import { useText } from '../../useText'
import { useCalled } from '../localized-name'
import { Verdict } from '../Verdict'
import { limitsText } from './limits-text'
import { isStepDone, type Group, type SaidOf, type Step } from './steps'
import { useValueText } from './useValueText'

type OverviewProps = { groups: readonly Group[]; saidOf: SaidOf; onGo: (step: Step) => void; onSummary: () => void }

/** All items with what was entered; a tap goes to one. */
export function Overview({ groups, saidOf, onGo, onSummary }: OverviewProps) {
  const t = useText()
  return (
    <>
      <ul className="phone-list card">
        {groups.map((group) => (
          <OverviewLine key={group.item.itemKey} group={group} saidOf={saidOf} onGo={onGo} />
        ))}
      </ul>
      <div className="phone-bar" ref={reserveEnd}>
        <div className="phone-steps">
          <Button variant="primary" onClick={onSummary}>
            {t('qcEntry.finish')}
          </Button>
        </div>
      </div>
    </>
  )
}

type OverviewLineProps = { group: Group; saidOf?: SaidOf; onGo: (step: Step) => void }

/** An item with its values; those of one that is calculated cannot be gone to. */
export function OverviewLine({ group, saidOf, onGo }: OverviewLineProps) {
  const t = useText()
  const called = useCalled()
  const valueText = useValueText()
  const { item, outcome, steps } = group
  const wrong = steps.find((step) => saidOf?.(step))
  const first =
    wrong ??
    steps.find(({ sample }) => sample?.judgement === 'NG' || sample?.fault) ??
    steps.find((step) => !step.value) ??
    steps[0]
  const content = (
    <>
      <span className="phone-line-name">
        {called(item)}
        {isMeasured(item.type) && <small>{limitsText(item, t)}</small>}
        {wrong && (
          <small className="phone-line-wrong">{isStepDone(wrong) ? saidOf?.(wrong) : t('field.required')}</small>
        )}
      </span>
      <span className="phone-line-values">
        {item.type === 'calculated'
          ? outcome.samples.map(({ raw }) => raw ?? '-').join('  ') || '-'
          : item.type !== 'note' && steps.map(valueText).join('  ')}
      </span>
      {((group.isDone && hasCriterion(item.type)) || outcome.judgement !== 'OK') && (
        <Verdict value={outcome.judgement} />
      )}
    </>
  )
  return (
    <li>
      {first ? (
        <button type="button" className="phone-line" onClick={() => onGo(first)}>
          {content}
          <Icon name="chevron-right" />
        </button>
      ) : (
        <div className="phone-line">{content}</div>
      )}
    </li>
  )
}
