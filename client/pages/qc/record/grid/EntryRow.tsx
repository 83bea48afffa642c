import { memo } from 'react'
import { calledIn } from '#shared/qc/localized-name'
import { hasCriterion, isCount, isMeasured } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, emptyValue, type EnteredValue } from '../../../../stores/qc/entered'
import { LimitsBar } from '../../../../ui/qc/LimitsBar'
import { Verdict } from '../../../../ui/qc/Verdict'
import { useLocale, useText } from '../../../../ui/useText'
import { part } from '../../../../ui/part'
import { Statistics } from '../item/Statistics'
import { GaugeChoice } from './GaugeChoice'
import { MissingMenu } from './MissingMenu'
import { PlausibilityQuestion } from './PlausibilityQuestion'
import { RowFaults } from './RowFaults'
import { ValueCell } from './ValueCell'
import { needsReason } from '../../../../ui/qc/entry/not-applicable'

const Outlook = part(() => import('./Outlook'))

type EntryRowProps = {
  item: TemplateItem
  /** What is entered of it. */
  values: readonly EnteredValue[]
  outcome: ItemOutcome
  /** What the server says of its values, by `cellKey`. */
  faults: Readonly<Record<string, string>>
  product: string
  onChange: (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => void
}

/** One item of the grid: what it is, its limits, its values, and what they come to. */
function PlainEntryRow({ item, values, outcome, faults, product, onChange }: EntryRowProps) {
  const t = useText()
  const locale = useLocale()
  const name = calledIn(locale, item)
  const { itemKey, type } = item
  const isEntered = type !== 'calculated' && type !== 'note'
  const samples = type === 'calculated' ? outcome.samples.map(({ sampleNo }) => sampleNo) : samplesOf(item)
  const valueOf = (sampleNo: number) =>
    values.find((value) => value.sampleNo === sampleNo) ?? emptyValue(itemKey, sampleNo)
  const outcomeOf = (sampleNo: number) => outcome.samples.find((sample) => sample.sampleNo === sampleNo)
  const labelOf = (sampleNo: number) =>
    item.sampleSize === 1 ? name : t('qcRecord.cellLabel', { item: name, sample: sampleNo })
  const numbers = outcome.samples.flatMap(({ value, fault }) => (value === null || fault ? [] : [value]))

  // Where nothing is entered and nothing has to be, there is nothing to judge.
  const isJudged =
    outcome.judgement !== 'OK' ||
    (hasCriterion(type) && (outcome.samples.some(({ raw }) => raw !== null) || values.some(isSettled)))

  if (type === 'note') {
    return (
      <tr className="entry-row entry-note">
        <th scope="row">{name}</th>
        <td colSpan={4}>{item.instruction}</td>
      </tr>
    )
  }
  return (
    <tr className="entry-row" data-item={itemKey} data-verdict={outcome.judgement}>
      <th scope="row">
        <span className="entry-name">
          {name}
          {outcome.isRequired && isEntered && (
            <span className="field-required" title={t('qcRecord.required')}>
              <span aria-hidden="true">*</span>
              <span className="sr-only">{t('qcRecord.required')}</span>
            </span>
          )}
        </span>
        <span className="entry-facts">
          {[item.unit, t(`qcTemplate.severity.${item.severity}`)].filter(Boolean).join(' · ')}
        </span>
        {item.instruction && <span className="entry-instruction">{item.instruction}</span>}
        {item.gaugeKind && isEntered && (
          <GaugeChoice
            item={name}
            product={product}
            value={values.find(({ gaugeId }) => gaugeId !== null)?.gaugeId ?? null}
            onSelect={(gaugeId) => {
              for (const sampleNo of samples) onChange(itemKey, sampleNo, { gaugeId })
            }}
          />
        )}
      </th>
      <td className="entry-limits">
        {isMeasured(type) && <LimitsBar item={item} values={isCount(type) ? [] : numbers} />}
      </td>
      <td>
        <div className="entry-cells">
          {samples.map((sampleNo) => (
            <ValueCell
              key={sampleNo}
              item={item}
              value={valueOf(sampleNo)}
              outcome={outcomeOf(sampleNo)}
              label={labelOf(sampleNo)}
              fault={faults[cellKey({ itemKey, sampleNo })]}
              onChange={(change) => onChange(itemKey, sampleNo, change)}
            />
          ))}
          {samples.length === 0 && <span className="entry-none">-</span>}
        </div>
        <RowFaults item={item} values={values} outcome={outcome} faults={faults} />
        {outcome.samples
          .filter(({ isPlausible }) => !isPlausible)
          .map(({ sampleNo, raw }) => (
            <PlausibilityQuestion
              key={sampleNo}
              sampleNo={sampleNo}
              label={labelOf(sampleNo)}
              value={raw ?? ''}
              onConfirm={() => onChange(itemKey, sampleNo, { confirmed: true })}
            />
          ))}
      </td>
      <td className="entry-statistics">
        {isMeasured(type) && <Statistics item={item} outcome={outcome} />}
        {item.spc && <Outlook item={item} values={values} outcome={outcome} />}
      </td>
      <td className="entry-end">
        {isJudged && <Verdict value={outcome.judgement} />}
        {isEntered && (
          <MissingMenu
            item={name}
            isReasonNeeded={needsReason(item, outcome)}
            onChoose={(change) => {
              for (const sampleNo of emptyOf(samples, valueOf)) onChange(itemKey, sampleNo, change)
            }}
          />
        )}
      </td>
    </tr>
  )
}

/** Somebody has said why there is no value. */
const isSettled = ({ state }: EnteredValue) => state !== 'present'

const samplesOf = ({ sampleSize }: TemplateItem) => Array.from({ length: sampleSize }, (_, index) => index + 1)

/** A reason is given for what is not there yet; where there is no such, for what has another reason, else for all. */
function emptyOf(samples: readonly number[], valueOf: (sampleNo: number) => EnteredValue): readonly number[] {
  const blank = samples.filter((sampleNo) => valueOf(sampleNo).raw === '')
  const open = blank.filter((sampleNo) => !isSettled(valueOf(sampleNo)))
  return [open, blank].find((some) => some.length > 0) ?? samples
}

/** While somebody types, the row they type in is drawn, and those whose judgement follows from it. */
export const EntryRow = memo(
  PlainEntryRow,
  (before, after) =>
    before.item === after.item &&
    before.onChange === after.onChange &&
    before.product === after.product &&
    before.faults === after.faults &&
    isSameList(before.values, after.values) &&
    isSameOutcome(before.outcome, after.outcome),
)

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])

function isSameOutcome(one: ItemOutcome, other: ItemOutcome): boolean {
  return (
    one.judgement === other.judgement &&
    one.isVisible === other.isVisible &&
    one.isRequired === other.isRequired &&
    one.missing === other.missing &&
    one.mean === other.mean &&
    one.range === other.range &&
    one.error === other.error &&
    one.samples.length === other.samples.length &&
    one.samples.every((sample, index) => {
      const its = other.samples[index]!
      return (
        sample.judgement === its.judgement &&
        sample.raw === its.raw &&
        sample.fault === its.fault &&
        sample.isPlausible === its.isPlausible
      )
    })
  )
}
