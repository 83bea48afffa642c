import type { PlainTextKey } from '#shared/i18n/text'
import { Button, IconButton } from '../Button'
import type { IconName } from '../icons/Icon'
import { isOn, type AnyStatus } from './is-on'
import { Menu, type MenuItem } from '../overlay/Menu'
import { useText } from '../useText'

/** A further entry of a row's menu. */
export type RowEntry<Row> = {
  key: string
  label: PlainTextKey
  icon?: IconName
  tone?: 'danger'
  /** Shown at the end of the entry; the key itself is handled elsewhere. */
  shortcut?: string
  /** The rows that have the entry; without it all. */
  isFor?: (row: Row) => boolean
  /** The rows that show the entry disabled. */
  isOff?: (row: Row) => boolean
  onSelect: (row: Row) => void
}

/** The actions on one record of a list; undefined if this operator may not take them. */
export type RowActions<Row> = {
  /** Opens a read-only view of the record. */
  onOpen?: ((row: Row) => void) | undefined
  onEdit?: ((row: Row) => void) | undefined
  onStatus?: ((row: Row) => void) | undefined
  onRemove?: ((row: Row) => void) | undefined
  /** Changes a number field of a row. */
  onNumber?: ((row: Row, field: string, value: number) => void) | undefined
  actions?: readonly RowEntry<Row>[] | undefined
}

/** False if the row has no actions: then it needs no column for them. */
export const hasRowActions = ({ onEdit, onStatus, onRemove, actions = [] }: RowActions<never>) =>
  Boolean(onEdit ?? onStatus ?? onRemove) || actions.length > 0

type RecordActionsProps<Row> = RowActions<Row> & {
  row: Row
  /** Names the row in the label of its menu. */
  name: string
  /** Needed for `onStatus`. */
  status?: AnyStatus
  /** True for a record that can be neither disabled nor deleted. */
  isFixed?: boolean
  /** The name of the deletion, if it does more than delete. */
  removeLabel?: string
}

/** The buttons of a row: edit, and a menu for less frequent actions. */
export function RecordActions<Row>({ row, name, status, isFixed = false, ...rest }: RecordActionsProps<Row>) {
  const t = useText()
  const { removeLabel = t('action.delete'), onEdit, onStatus, onRemove, actions = [] } = rest
  const more: MenuItem[] = []
  if (onStatus) {
    const label = t(isOn(status) ? 'record.disable' : 'record.enable')
    more.push({ key: 'status', label, disabled: isFixed, onSelect: () => onStatus(row) })
  }
  for (const { isFor, isOff, onSelect, label, ...look } of actions) {
    if (isFor && !isFor(row)) continue
    more.push({ ...look, label: t(label), disabled: isOff?.(row) ?? false, onSelect: () => onSelect(row) })
  }
  if (onRemove) {
    const look = { label: removeLabel, icon: 'trash', tone: 'danger', shortcut: 'D' } as const
    more.push({ key: 'remove', ...look, disabled: isFixed, onSelect: () => onRemove(row) })
  }
  const menuName = t('record.more', { name })

  return (
    <>
      {onEdit && (
        <Button variant="text" aria-keyshortcuts="e" onClick={() => onEdit(row)}>
          {t('action.edit')}
        </Button>
      )}
      {/* The target of the shortcut: the menu entry exists only while the menu is open. */}
      {onRemove && !isFixed && (
        <button type="button" hidden aria-keyshortcuts="d" aria-label={removeLabel} onClick={() => onRemove(row)} />
      )}
      {more.length > 0 && (
        <Menu label={menuName} trigger={<IconButton label={menuName} icon="more" size={20} />} items={more} />
      )}
    </>
  )
}
