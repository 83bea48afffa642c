import { memo, type PointerEvent } from 'react'
import { IconButton } from '../../../../../ui/Button'
import { Icon } from '../../../../../ui/icons/Icon'
import { Menu } from '../../../../../ui/overlay/Menu'
import { useLocalizedName } from '../../../../../ui/qc/localized-name'
import { useText } from '../../../../../ui/useText'
import { fieldKey } from '../../item-words'
import { isFieldOf, type DraftItem, type ItemChange, type ItemField } from '../draft-item'
import type { DropPlace, Step } from '../edits'
import type { DraftFault } from '../faults'
import { optionsOf, gridFields } from './grid-fields'
import { useIsRoomy } from '../useIsRoomy'

/** The actions on a line in grid and cards. */
export type LineActions = {
  open: (rowId: number) => void
  insert: (below: number) => void
  duplicate: (rowId: number) => void
  remove: (rowId: number) => void
}

/** The actions on a line in the grid. The functions stay the same. */
export type RowActions = LineActions & {
  change: (rowId: number, change: ItemChange) => void
  step: (rowId: number, step: Step) => void
  drag: (event: PointerEvent, rowId: number) => void
}

type GridRowProps = {
  item: DraftItem
  /** From 1. */
  position: number
  faults: readonly DraftFault[]
  isCurrent: boolean
  isDragged: boolean
  drop: DropPlace['side'] | undefined
  actions: RowActions
}

/** One line of a draft: frequently changed fields, edited in place. */
export const GridRow = memo(Row, isUnchanged)

/** Faults are computed at each key, but most lines still have the same ones. */
function isUnchanged({ faults: before, ...props }: GridRowProps, { faults, ...next }: GridRowProps): boolean {
  return (
    Object.entries(props).every(([name, value]) => Object.is(value, next[name as keyof typeof next])) &&
    before.length === faults.length &&
    before.every(({ field, message }, index) => field === faults[index]?.field && message === faults[index].message)
  )
}

function Row({ item, position, faults, isCurrent, isDragged, drop, actions }: GridRowProps) {
  const t = useText()
  const localized = useLocalizedName()
  const isRoomy = useIsRoomy()
  const { rowId } = item
  const name = localized(item) || item.code || t('qcTemplate.lineNo', { no: position })
  const more = t('record.more', { name })
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message
  const hidden = faults.filter(({ field }) => !gridFields.some((column) => column.field === field))
  const label = t('qcTemplate.openLine', { name })
  const sheet = {
    'data-field': 'sheet',
    'data-faulty': hidden.length > 0,
    'aria-description': hidden.map(({ message }) => message).join(' ') || undefined,
  }
  return (
    <tr data-row={rowId} data-current={isCurrent} data-dragged={isDragged} data-drop={drop}>
      <th scope="row" className="draft-grip">
        <span
          className="row inline center draft-drag"
          title={t('tree.dragHint')}
          aria-hidden="true"
          onPointerDown={(event) => actions.drag(event, rowId)}
        >
          <Icon name="drag" />
        </span>
        {position}
      </th>
      {gridFields.map((column) => (
        <td key={column.field} data-column={column.field} data-align={column.kind === 'figure' ? 'end' : undefined}>
          {isFieldOf(item.type, column.field) ? (
            <Cell item={item} column={column} name={name} fault={faultOf(column.field)} onChange={actions.change} />
          ) : (
            <span className="draft-blank">-</span>
          )}
        </td>
      ))}
      <td className="draft-actions">
        {!isRoomy && <IconButton {...sheet} label={label} icon="edit" onClick={() => actions.open(rowId)} />}
        <Menu
          label={more}
          trigger={<IconButton {...(isRoomy && sheet)} label={more} icon="more" />}
          items={[
            { key: 'open', label, icon: 'edit', shortcut: 'F2', onSelect: () => actions.open(rowId) },
            { key: 'insert', label: t('qcTemplate.insertBelow'), icon: 'plus', onSelect: () => actions.insert(rowId) },
            { key: 'copy', label: t('qcTemplate.duplicate'), icon: 'copy', onSelect: () => actions.duplicate(rowId) },
            { key: 'up', label: t('tree.moveUp'), shortcut: 'Alt+↑', onSelect: () => actions.step(rowId, 'up') },
            { key: 'down', label: t('tree.moveDown'), shortcut: 'Alt+↓', onSelect: () => actions.step(rowId, 'down') },
            {
              key: 'remove',
              label: t('action.delete'),
              icon: 'trash',
              tone: 'danger',
              shortcut: 'Alt+Delete',
              onSelect: () => actions.remove(rowId),
            },
          ]}
        />
      </td>
    </tr>
  )
}

type CellProps = {
  item: DraftItem
  column: (typeof gridFields)[number]
  /** Names the line. */
  name: string
  fault: string | undefined
  onChange: RowActions['change']
}

function Cell({ item, column, name, fault, onChange }: CellProps) {
  const t = useText()
  const { field, kind } = column
  const { rowId } = item
  const faultId = fault === undefined ? undefined : `fault-${rowId}-${field}`
  const control = {
    'data-field': field,
    'aria-label': t('qcTemplate.cell', { field: t(fieldKey(field)), name }),
    'aria-invalid': fault !== undefined,
    'aria-describedby': faultId,
  }
  return (
    <span className={`draft-cell draft-cell-${kind}`}>
      {column.kind === 'choice' ? (
        <select
          {...control}
          value={item[column.field]}
          onChange={(event) => onChange(rowId, changeTo(column.field, event.target.value))}
        >
          {optionsOf[column.field].map((value) => (
            <option key={value} value={value}>
              {t(`qcTemplate.${column.field}.${value}` as 'qcTemplate.type.numeric')}
            </option>
          ))}
        </select>
      ) : column.kind === 'tick' ? (
        <input
          {...control}
          type="checkbox"
          checked={item.spc}
          onChange={(event) => onChange(rowId, { spc: event.target.checked })}
        />
      ) : (
        <input
          {...control}
          value={textIn(item, field)}
          autoComplete="off"
          spellCheck={false}
          {...(kind === 'figure' && { inputMode: 'decimal' as const })}
          {...(kind === 'code' && { autoCapitalize: 'none' })}
          {...(kind === 'unit' && { list: 'draft-units' })}
          onChange={(event) => onChange(rowId, { [field]: event.target.value })}
        />
      )}
      {fault !== undefined && (
        <span id={faultId} className="draft-cell-fault">
          {fault}
        </span>
      )}
    </span>
  )
}

function textIn(item: DraftItem, field: ItemField): string {
  const value = item[field]
  return typeof value === 'string' ? value : ''
}

/** The change made by an option of a select. */
const changeTo = (field: keyof typeof optionsOf, value: string): ItemChange => ({
  [field]: optionsOf[field].find((option) => option === value),
})
