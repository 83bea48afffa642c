import { memo } from 'react'
import { hasCriterion, isCount, isMeasured } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, emptyValue, gaugeOf, type EnteredPhoto, type EnteredValue } from '../../../../stores/qc/entered'
import { LimitsBar } from '../../../../ui/qc/limits-bar/LimitsBar'
import { Verdict } from '../../../../ui/qc/Verdict'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { useText } from '../../../../ui/useText'
import { part } from '../../../../ui/part'
import type { SetPhotos } from '../../../../ui/qc/entry/entry'
import { AddPhotos, EnteredPhotos } from '../../../../ui/qc/photo/EntryPhotos'
import { Statistics } from '../item/Statistics'
import { MissingMenu, PlausibilityQuestion, RowFaults } from './RowParts'
import { ValueCell } from './ValueCell'
import { needsReason } from '../../../../ui/qc/entry/not-applicable'
import { sampleLabel } from '../value-text'

const NextPointChart = part(() => import('./NextPointChart'))

type EntryRowProps = {
  item: TemplateItem
  /** Its entered values. */
  values: readonly EnteredValue[]
  photos: readonly EnteredPhoto[]
  /** The number of photos that the record may still get. */
  room: number
  setPhotos: SetPhotos
  outcome: ItemOutcome
  /** Faults of values, by `cellKey`. */
  faults: Readonly<Record<string, string>>
  product: string
  onChange: (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => void
}

/** One item of the grid: its name, limits, values, statistics and judgement. */
function PlainEntryRow({ item, values, photos, room, setPhotos, outcome, faults, product, onChange }: EntryRowProps) {
  const t = useText()
  const name = useLocalizedName()(item)
  const { itemKey, type } = item
  const isEntered = type !== 'calculated' && type !== 'note'
  const samples = type === 'calculated' ? outcome.samples.map(({ sampleNo }) => sampleNo) : samplesOf(item)
  const valueOf = (sampleNo: number) =>
    values.find((value) => value.sampleNo === sampleNo) ?? emptyValue(itemKey, sampleNo)
  const outcomeOf = (sampleNo: number) => outcome.samples.find((sample) => sample.sampleNo === sampleNo)
  const labelOf = (sampleNo: number) => sampleLabel(t, name, item, sampleNo)
  const numbers = outcome.samples.flatMap(({ value, fault }) => (value === null || fault ? [] : [value]))
  // An item that needs no values and has none has no judgement.
  const isJudged =
    outcome.judgement !== 'OK' ||
    (hasCriterion(type) && (outcome.samples.some(({ raw }) => raw !== null) || values.some(isExplained)))

  function changeAll(sampleNos: readonly number[], change: Partial<EnteredValue>) {
    for (const sampleNo of sampleNos) onChange(itemKey, sampleNo, change)
  }

  if (type === 'note') {
    return (
      <tr className="entry-row">
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
        <span className="note entry-facts">
          {[item.unit, t(`qcTemplate.severity.${item.severity}`)].filter(Boolean).join(' · ')}
        </span>
        {item.instruction && <span className="note entry-instruction">{item.instruction}</span>}
        {item.gaugeKind && isEntered && (
          <>
            <span className="note entry-instruction">{t('qcRecord.gaugeKind', { kind: item.gaugeKind })}</span>
            <EquipmentSelect
              label={t('qcRecord.gaugeOf', { item: name })}
              placeholder={t('qcRecord.gauge')}
              product={product}
              kind="gauge"
              gaugeKind={item.gaugeKind}
              value={gaugeOf(values, itemKey)}
              isFilter={false}
              onSelect={(gauge) => changeAll(samples, { gaugeId: gauge?.equipmentId ?? null })}
            />
          </>
        )}
      </th>
      <td className="entry-limits">
        {isMeasured(type) && <LimitsBar item={item} values={isCount(type) ? [] : numbers} />}
      </td>
      <td>
        <div className="row stretch wrap gap-6 entry-cells">
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
          {samples.length === 0 && <span className="muted">-</span>}
        </div>
        <EnteredPhotos photos={photos} of={name} setPhotos={setPhotos} />
        <RowFaults item={item} values={values} outcome={outcome} faults={faults} />
        {outcome.samples
          .filter(({ isPlausible }) => !isPlausible)
          .map(({ sampleNo, raw }) => (
            <PlausibilityQuestion
              key={sampleNo}
              itemKey={itemKey}
              sampleNo={sampleNo}
              label={labelOf(sampleNo)}
              value={raw ?? ''}
              onConfirm={() => onChange(itemKey, sampleNo, { confirmed: true })}
            />
          ))}
      </td>
      <td className="entry-statistics">
        {isMeasured(type) && <Statistics item={item} outcome={outcome} />}
        {item.spc && <NextPointChart item={item} values={values} outcome={outcome} />}
      </td>
      <td className="entry-end">
        {isJudged && <Verdict value={outcome.judgement} />}
        <AddPhotos itemKey={itemKey} of={name} room={room} setPhotos={setPhotos} />
        {isEntered && (
          <MissingMenu
            item={name}
            isReasonNeeded={needsReason(item, outcome)}
            onChoose={(change) => changeAll(explainable(samples, valueOf), change)}
          />
        )}
      </td>
    </tr>
  )
}

/** True if a missing value has a reason. */
const isExplained = ({ state }: EnteredValue) => state !== 'present'

const samplesOf = ({ sampleSize }: TemplateItem) => Array.from({ length: sampleSize }, (_, index) => index + 1)

/** The samples that get a reason for missing: those without value and reason, else those without value, else all. */
function explainable(samples: readonly number[], valueOf: (sampleNo: number) => EnteredValue): readonly number[] {
  const blank = samples.filter((sampleNo) => valueOf(sampleNo).raw === '')
  const open = blank.filter((sampleNo) => !isExplained(valueOf(sampleNo)))
  return [open, blank].find((sampleNos) => sampleNos.length > 0) ?? samples
}

/** During typing, only the row of the cell is rendered again, and rows whose outcome changes with it. */
export const EntryRow = memo(
  PlainEntryRow,
  (before, after) =>
    before.item === after.item &&
    before.onChange === after.onChange &&
    before.product === after.product &&
    before.faults === after.faults &&
    before.values.length === after.values.length &&
    before.values.every((value, index) => value === after.values[index]) &&
    before.room === after.room &&
    before.photos.length === after.photos.length &&
    before.photos.every((photo, index) => photo === after.photos[index]) &&
    isSameOutcome(before.outcome, after.outcome),
)

const isSameOutcome = (before: ItemOutcome, after: ItemOutcome): boolean =>
  outcomeFields.every((field) => before[field] === after[field]) &&
  before.samples.length === after.samples.length &&
  before.samples.every((sample, index) => sampleFields.every((field) => sample[field] === after.samples[index]![field]))

/** The fields that a row shows. */
const outcomeFields = ['judgement', 'isVisible', 'isRequired', 'missing', 'mean', 'range', 'error'] as const
const sampleFields = ['judgement', 'raw', 'fault', 'isPlausible'] as const
