import { useState, type KeyboardEvent } from 'react'
import { statuses } from '#shared/constants'
import { Menu } from '../overlay/Menu'
import { useText } from '../useText'
import { isOn, type AnyStatus } from './is-on'
import type { RowActions } from './RecordActions'
import { StatusTag } from './status'
import './inline.css'

type InlineStatusProps = {
  /** Distinguishes the control from those of other rows. */
  name: string
  value: AnyStatus
  onSwitch: () => void
}

/** The status of a row; pressing it offers the other status. */
function InlineStatus({ name, value, onSwitch }: InlineStatusProps) {
  const t = useText()
  const label = t('record.statusOf', { name, status: t(isOn(value) ? 'status.on' : 'status.off') })
  const choice = (status: AnyStatus, text: string) => ({
    key: String(status),
    label: text,
    isChosen: isOn(status) === isOn(value),
    onSelect: () => void (isOn(status) === isOn(value) || onSwitch()),
  })
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <button type="button" className="inline-edit" aria-label={label}>
          <StatusTag value={value} />
        </button>
      }
      items={[choice(statuses.on, t('status.on')), choice(statuses.off, t('status.off'))]}
    />
  )
}

type StatusCellProps<Row> = { row: Row; name: string; value: AnyStatus; actions: RowActions<Row> }

/** The status of a row; operators with the right can switch it. */
export const StatusCell = <Row,>({ row, name, value, actions: { onStatus } }: StatusCellProps<Row>) =>
  onStatus ? <InlineStatus name={name} value={value} onSwitch={() => onStatus(row)} /> : <StatusTag value={value} />

type InlineNumberProps = { name: string; value: number; onChange: (value: number) => void }

const MAX = 9999

/** The order number of a row; pressing it turns it into a field. Enter saves; Escape and leaving it discard. */
export function InlineNumber({ name, value, onChange }: InlineNumberProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  const label = t('record.sortOf', { name, value })
  const isValid = typed !== undefined && /^\d{1,4}$/.test(typed) && Number(typed) <= MAX

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation() // the field handles arrows and letters
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter' || !isValid) return
    event.preventDefault()
    setTyped(undefined)
    if (Number(typed) !== value) onChange(Number(typed))
  }

  return typed === undefined ? (
    <button type="button" className="inline-edit" aria-label={label} onClick={() => setTyped(String(value))}>
      {value}
    </button>
  ) : (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
      autoFocus
      className="inline-number"
      aria-label={label}
      aria-invalid={!isValid}
      inputMode="numeric"
      value={typed}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => setTyped(undefined)}
    />
  )
}
