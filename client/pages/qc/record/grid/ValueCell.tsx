import { useId, useLayoutEffect, useRef, type SyntheticEvent } from 'react'
import { Icon } from '../../../../ui/icons/Icon'
import { useText } from '../../../../ui/useText'
import { useValueText } from '../value-text'
import { CellMark, Description, markText, type CellProps } from './cell'
import { cellOfSample } from './cell-keys'
import { ChoiceCell } from './ChoiceCell'
import { CountCell, NumberCell } from './NumberCells'

/** The field of one value, by the type of its item. */
export function ValueCell(props: CellProps) {
  const t = useText()
  const { item, value, onChange } = props
  const isMissing = value.state !== 'present'
  /** The row in which the cell was restored, until its field is there. */
  const row = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isMissing || !row.current) return
    cellOfSample(row.current, value.sampleNo)?.focus()
    row.current = null
  }, [isMissing, value.sampleNo])

  function restore(event: SyntheticEvent) {
    event.preventDefault() // the key must not reach the field
    row.current = event.currentTarget.closest('[data-item]')
    onChange({ state: 'present', missingCode: null })
  }

  if (item.type === 'calculated') return <CalculatedCell {...props} />
  if (isMissing) return <MissingCell {...props} onRestore={restore} />
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

type MissingCellProps = Pick<CellProps, 'item' | 'value' | 'label'> & { onRestore: (event: SyntheticEvent) => void }

/** A missing value with its reason. Pressing it restores the field, which gets the focus. */
function MissingCell({ item, value, label, onRestore }: MissingCellProps) {
  const t = useText()
  const reason = useValueText()(item, value)
  return (
    <button
      type="button"
      data-cell
      className="row inline gap-4 entry-missing"
      aria-label={t('qcRecord.missingCell', { label, reason })}
      title={t('qcRecord.missingUndo')}
      onClick={onRestore}
      onKeyDown={(event) => (event.key === 'Backspace' || event.key === 'Delete') && onRestore(event)}
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
