import type { MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { qcDicts } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, type EnteredValue } from '../../../../stores/qc/entered'
import { Button, IconButton } from '../../../../ui/Button'
import { useDict } from '../../../../ui/dict'
import { Icon } from '../../../../ui/icons/Icon'
import { Menu } from '../../../../ui/overlay/Menu'
import { typing } from '../../../../ui/qc/entry/typing'
import { useText } from '../../../../ui/useText'
import { markText } from './cell'
import { askedCell, leaveQuestion } from './cell-keys'

type RowFaultsProps = {
  item: TemplateItem
  values: readonly EnteredValue[]
  outcome: ItemOutcome
  faults: Readonly<Record<string, string>>
}

/** The faults of an item's values in words, below them. An incomplete count is not a fault yet. */
export function RowFaults({ item, values, outcome, faults }: RowFaultsProps) {
  const t = useText()
  const isHalf = (sampleNo: number) => {
    const value = values.find((entered) => entered.sampleNo === sampleNo)
    return value !== undefined && (value.raw === '') !== (value.den === '')
  }
  const faultTexts = outcome.samples.flatMap((sample) => {
    const { sampleNo, fault } = sample
    const isWrong = fault !== undefined && !(fault === 'count' && isHalf(sampleNo))
    const text =
      faults[cellKey({ itemKey: item.itemKey, sampleNo })] ?? (isWrong ? markText(sample, item, t) : undefined)
    return text ? [{ sampleNo, text }] : []
  })
  if (faultTexts.length === 0 && !outcome.error) return null
  return (
    <ul className="entry-faults">
      {[...Map.groupBy(faultTexts, ({ text }) => text)].map(([text, samples]) => (
        <li key={text} className="field-error">
          {item.sampleSize > 1 &&
            `${t('qcRecord.sample', { sample: samples.map(({ sampleNo }) => sampleNo).join(', ') })}: `}
          {text}
        </li>
      ))}
      {outcome.error && <li className="field-error">{t(`qcRecord.formulaError.${outcome.error}`)}</li>}
    </ul>
  )
}

type PlausibilityQuestionProps = {
  /** Names the cell. */
  label: string
  itemKey: string
  sampleNo: number
  value: string
  onConfirm: () => void
}

/**
 * Asks below its cell if an implausible value is true, once it is typed, until it is confirmed or changed. It never takes
 * the focus, so that nobody confirms it by typing.
 */
export function PlausibilityQuestion({ label, itemKey, sampleNo, value, onConfirm }: PlausibilityQuestionProps) {
  const t = useText()
  const { cell } = useSnapshot(typing)
  if (cell === cellKey({ itemKey, sampleNo })) return null

  function confirm({ currentTarget }: MouseEvent<HTMLElement>) {
    leaveQuestion(currentTarget) // the question is about to disappear
    onConfirm()
  }

  return (
    <p className="row wrap entry-question" role="alert" data-sample={sampleNo}>
      <Icon name="warning" />
      <span>
        {label}: {t('qcRecord.reallyValue', { value })}
      </span>
      <Button variant="text" onClick={confirm}>
        {t('qcRecord.reallyYes')}
      </Button>
      <Button variant="text" onClick={({ currentTarget }) => askedCell(currentTarget)?.focus()}>
        {t('action.edit')}
      </Button>
    </p>
  )
}

type MissingMenuProps = {
  /** Names the item. */
  item: string
  /** "Not applicable" needs a reason as well. */
  isReasonNeeded: boolean
  onChoose: (change: Partial<EnteredValue>) => void
}

/** The menu of reasons for missing values of an item. */
export function MissingMenu({ item, isReasonNeeded, onChoose }: MissingMenuProps) {
  const t = useText()
  const { options } = useDict(qcDicts.missingReason)
  const label = t('qcRecord.missingMenu', { item })
  return (
    <Menu
      label={label}
      trigger={<IconButton label={label} icon="more" size={20} />}
      items={[
        ...options.map(({ value, label: reason }) => ({
          key: value,
          label: t('qcRecord.missingBecause', { reason }),
          onSelect: () => onChoose({ state: 'missing', missingCode: value }),
        })),
        'separator',
        ...(isReasonNeeded
          ? options.map(({ value, label: reason }) => ({
              key: `na ${value}`,
              label: t('qcEntry.notApplicableBecause', { reason }),
              onSelect: () => onChoose({ state: 'na', missingCode: value }),
            }))
          : [
              {
                key: 'na',
                label: t('qcEntry.notApplicable'),
                onSelect: () => onChoose({ state: 'na', missingCode: null }),
              },
            ]),
      ]}
    />
  )
}
