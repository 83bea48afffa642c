import { hasCriterion, isChoice, isMeasured } from '#shared/qc/constants'
import { Button } from '../../Button'
import { reserveEnd } from '../../feedback/end-bar'
import { Icon } from '../../icons/Icon'
import { useLocale, useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { Verdict } from '../Verdict'
import { limitsText } from './limits-text'
import { isStepDone, type Group, type FaultTextOf, type Step } from './steps'
import { choicesOf } from './choices'
import { notApplicable } from './not-applicable'
import { useMissingReasons } from './useMissingReasons'

type OverviewProps = {
  groups: readonly Group[]
  faultTextOf: FaultTextOf
  onGo: (step: Step) => void
  onSummary: () => void
}

/** All items with their entered values; a tap opens one. */
export function Overview({ groups, faultTextOf, onGo, onSummary }: OverviewProps) {
  const t = useText()
  return (
    <>
      <ul className="phone-list card">
        {groups.map((group) => (
          <OverviewLine key={group.item.itemKey} group={group} faultTextOf={faultTextOf} onGo={onGo} />
        ))}
      </ul>
      <div className="stack phone-bar" ref={reserveEnd}>
        <div className="row stretch phone-steps">
          <Button variant="primary" onClick={onSummary}>
            {t('qcEntry.finish')}
          </Button>
        </div>
      </div>
    </>
  )
}

type OverviewLineProps = { group: Group; faultTextOf?: FaultTextOf; onGo: (step: Step) => void }

/** An item with its values; calculated items cannot be opened. */
export function OverviewLine({ group, faultTextOf, onGo }: OverviewLineProps) {
  const t = useText()
  const localized = useLocalizedName()
  const valuesText = useValuesText()
  const { item, outcome, steps } = group
  const wrong = steps.find((step) => faultTextOf?.(step))
  const first =
    wrong ??
    steps.find(({ sample }) => sample?.fault) ??
    steps.find((step) => !isStepDone(step)) ??
    steps.find(({ sample }) => sample?.judgement === 'NG') ??
    steps[0]
  const content = (
    <>
      <span className="phone-line-name">
        {localized(item)}
        {isMeasured(item.type) && <small>{limitsText(item, t)}</small>}
        {wrong && (
          <small className="phone-line-wrong">{isStepDone(wrong) ? faultTextOf?.(wrong) : t('field.required')}</small>
        )}
      </span>
      <span className="phone-line-values">
        {item.type === 'calculated'
          ? outcome.samples.map(({ raw }) => raw ?? '-').join('  ') || '-'
          : item.type !== 'note' && valuesText(steps)}
      </span>
      {((group.isDone && hasCriterion(item.type)) || outcome.judgement !== 'OK') && (
        <Verdict value={outcome.judgement} />
      )}
    </>
  )
  return (
    <li>
      {first ? (
        <button type="button" className="row phone-line" onClick={() => onGo(first)}>
          <span className="row wrap phone-line-content">{content}</span>
          <Icon name="chevron-right" />
        </button>
      ) : (
        <div className="row wrap phone-line">{content}</div>
      )}
    </li>
  )
}

/** The values of an item. Among several, a missing one is named: a dash between two numbers reads as a range. */
function useValuesText(): (steps: readonly Step[]) => string {
  const t = useText()
  const valueText = useValueText()
  return (steps) => {
    if (!steps.some(isStepDone)) return '-'
    const texts = steps.map((step) => (isStepDone(step) ? valueText(step) : t('qcEntry.blank')))
    return texts.join(', ')
  }
}

/** The readable form of an entered value: choices by name, counts with their total. */
function useValueText(): (step: Step) => string {
  const t = useText()
  const locale = useLocale()
  const { labelOf } = useMissingReasons()
  return ({ item, value }) => {
    if (!value) return '-'
    if (value.state === 'na') return notApplicable(t, labelOf(value.missingCode))
    if (value.state === 'missing') return labelOf(value.missingCode)
    if (value.den !== '') return `${value.raw || '-'} / ${value.den}`
    if (!isChoice(item.type)) return value.raw || '-'
    const names = new Map(choicesOf(item, t, locale).map(({ code, name }) => [code, name]))
    return (
      value.raw
        .split(',')
        .map((code) => names.get(code) ?? code)
        .join(', ') || '-'
    )
  }
}
