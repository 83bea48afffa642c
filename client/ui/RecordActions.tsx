import { statuses, type Status } from '#shared/constants'
import { Button, IconButton } from './Button'
import { Menu, type MenuItem } from './Menu'
import { useText } from './useText'

/** What can be done with one record of a list; undefined for what this operator may not do. */
export type RecordDeeds<Row> = {
  onEdit?: ((row: Row) => void) | undefined
  onStatus?: ((row: Row) => void) | undefined
  onRemove?: ((row: Row) => void) | undefined
}

/** False when there is nothing to do, and so no column for it. */
export const hasDeeds = ({ onEdit, onStatus, onRemove }: RecordDeeds<never>) => Boolean(onEdit ?? onStatus ?? onRemove)

type RecordActionsProps<Row> = RecordDeeds<Row> & {
  row: Row
  /** Tells the row's menu from those of the others. */
  name: string
  /** Needed for `onStatus`. */
  status?: Status
  /** True for a record that can be neither disabled nor deleted. */
  isFixed?: boolean
}

/** The buttons of a row: edit, and what is done less often behind the dots. */
export function RecordActions<Row>({ row, name, status, isFixed = false, ...deeds }: RecordActionsProps<Row>) {
  const t = useText()
  const { onEdit, onStatus, onRemove } = deeds
  const more: MenuItem[] = []
  if (onStatus) {
    const label = t(status === statuses.on ? 'record.disable' : 'record.enable')
    more.push({ key: 'status', label, disabled: isFixed, onSelect: () => onStatus(row) })
  }
  if (onRemove) {
    const look = { label: t('action.delete'), icon: 'trash', tone: 'danger', shortcut: 'D' } as const
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
      {/* What the key presses: the entry of the menu is there only while that is open. */}
      {onRemove && !isFixed && (
        <button
          type="button"
          hidden
          aria-keyshortcuts="d"
          aria-label={t('action.delete')}
          onClick={() => onRemove(row)}
        />
      )}
      {more.length > 0 && (
        <Menu label={menuName} trigger={<IconButton label={menuName} icon="more" size={20} />} items={more} />
      )}
    </>
  )
}
