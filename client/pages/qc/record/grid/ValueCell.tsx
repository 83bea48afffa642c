import { useId } from 'react'
import { Icon } from '../../../../ui/icons/Icon'
import { useText } from '../../../../ui/useText'
import { useValueText } from '../value-text'
import { CellMark, Description, markText, type CellProps } from './cell'
import { ChoiceCell } from './ChoiceCell'
import { CountCell, NumberCell } from './NumberCells'

/** The field of one value, by the type of its item. */
export function ValueCell(props: CellProps) {
  const t = useText()
  const { item, value } = props
  if (item.type === 'calculated') return <CalculatedCell {...props} />
  if (value.state !== 'present') return <MissingCell {...props} />
  switch (item.type) {
    case 'numeric':
      return <NumberCell {...props} />
    case 'boolean':
    case 'choice':
    case 'multi':
      return <ChoiceCell {...props} />
    case 'defectives':
      return <CountCell {...props} countLabel={t('qcEntry.defectives')} denLabel={t('qcEntry.inspected')} />
    case 'defects':
      return <CountCell {...props} countLabel={t('qcEntry.defects')} denLabel={t('qcEntry.units')} />
    case 'text':
    case 'date':
      return <TextCell {...props} />
    case 'note':
      return null
  }
}

/** A calculated value. */
function CalculatedCell({ item, value, outcome, label }: CellProps) {
  const t = useText()
  const raw = outcome?.raw ?? (value.raw || null)
  return (
    <output
      className="row inline end gap-6 entry-output"
      aria-label={label}
      data-verdict={raw === null ? undefined : outcome?.judgement}
    >
      {raw ?? '-'}
      {raw !== null && <CellMark outcome={outcome} isFaulty={false} />}
      {raw !== null && <span className="sr-only">{markText(outcome, item, t)}</span>}
    </output>
  )
}

/** A missing value with its reason. Pressing it restores the field. */
function MissingCell({ item, value, label, onChange }: CellProps) {
  const t = useText()
  const reason = useValueText()(item, value)
  const restore = () => onChange({ state: 'present', missingCode: null })
  return (
    <button
      type="button"
      data-cell
      className="row inline gap-4 entry-missing"
      aria-label={t('qcRecord.missingCell', { label, reason })}
      title={t('qcRecord.missingUndo')}
      onClick={restore}
      onKeyDown={({ key }) => (key === 'Backspace' || key === 'Delete') && restore()}
    >
      {reason}
      <Icon name="close" />
    </button>
  )
}

/** A text or a day. */
function TextCell({ item, value, outcome, label, fault, onChange }: CellProps) {
  const t = useText()
  const id = useId()
  const isDay = item.type === 'date'
  const description = fault ?? (outcome?.fault && value.raw !== '' ? markText(outcome, item, t) : undefined)
  return (
    <span className={isDay ? 'entry-cell entry-cell-date' : 'entry-cell entry-cell-text'}>
      <input
        data-cell
        className="entry-input"
        type={isDay ? 'date' : 'text'}
        enterKeyHint="next"
        autoComplete="off"
        aria-label={label}
        aria-invalid={description !== undefined}
        aria-describedby={description && id}
        value={value.raw}
        maxLength={isDay ? undefined : 2000}
        onChange={({ target }) => onChange({ raw: target.value })}
      />
      <Description id={id} text={description} />
    </span>
  )
}
