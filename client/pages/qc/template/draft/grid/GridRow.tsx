import { memo, type PointerEvent } from 'react'
import { IconButton } from '../../../../../ui/Button'
import { Icon } from '../../../../../ui/Icon'
import { Menu } from '../../../../../ui/overlay/Menu'
import { useText } from '../../../../../ui/useText'
import { fieldWords } from '../../item-words'
import { isFieldOf, type DraftItem, type ItemChange, type ItemField } from '../draft-item'
import type { DraftFault } from '../faults'
import { choicesOf, gridFields } from './grid-fields'
import { useIsRoomy } from '../useIsRoomy'
import type { RowDrop } from './useRowDrag'

/** What the grid lets be done with a line; the functions stay the same. */
export type RowDeeds = {
  change: (rowId: number, change: ItemChange) => void
  open: (rowId: number) => void
  insert: (below: number) => void
  duplicate: (rowId: number) => void
  remove: (rowId: number) => void
  step: (rowId: number, step: 'up' | 'down') => void
  drag: (event: PointerEvent, rowId: number) => void
}

type GridRowProps = {
  item: DraftItem
  /** From 1. */
  position: number
  faults: readonly DraftFault[]
  isCurrent: boolean
  isDragged: boolean
  drop: RowDrop['side'] | undefined
  deeds: RowDeeds
}

/** One line of a draft: what is changed often, in place. */
export const GridRow = memo(Row, isAsBefore)

/** Faults are found anew with each key; most lines still have the same. */
function isAsBefore(before: GridRowProps, now: GridRowProps): boolean {
  const { faults: old, ...rest } = before
  const { faults, ...next } = now
  const isSameElse = Object.entries(rest).every(([name, value]) => Object.is(value, next[name as keyof typeof next]))
  return isSameElse && old.length === faults.length && old.every((fault, index) => isSameFault(fault, faults[index]))
}

const isSameFault = (one: DraftFault, other: DraftFault | undefined) =>
  one.field === other?.field && one.message === other.message

function Row({ item, position, faults, isCurrent, isDragged, drop, deeds }: GridRowProps) {
  const t = useText()
  const isRoomy = useIsRoomy()
  const { rowId } = item
  const name = item.name || item.code || t('qcTemplate.lineNo', { no: position })
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
          className="draft-drag"
          title={t('tree.dragHint')}
          aria-hidden="true"
          onPointerDown={(event) => deeds.drag(event, rowId)}
        >
          <Icon name="drag" />
        </span>
        {position}
      </th>
      {gridFields.map((column) => (
        <td key={column.field} data-column={column.field} data-align={column.kind === 'figure' ? 'end' : undefined}>
          {isFieldOf(item.type, column.field) ? (
            <Cell item={item} column={column} name={name} fault={faultOf(column.field)} onChange={deeds.change} />
          ) : (
            <span className="draft-blank">-</span>
          )}
        </td>
      ))}
      <td className="draft-deeds">
        {!isRoomy && <IconButton {...sheet} label={label} icon="edit" onClick={() => deeds.open(rowId)} />}
        <Menu
          label={more}
          trigger={<IconButton {...(isRoomy && sheet)} label={more} icon="more" />}
          items={[
            { key: 'open', label, icon: 'edit', shortcut: 'F2', onSelect: () => deeds.open(rowId) },
            { key: 'insert', label: t('qcTemplate.insertBelow'), icon: 'plus', onSelect: () => deeds.insert(rowId) },
            { key: 'copy', label: t('qcTemplate.duplicate'), icon: 'copy', onSelect: () => deeds.duplicate(rowId) },
            {
              key: 'up',
              label: t('tree.moveUp'),
              shortcut: 'Alt+↑',
              onSelect: () => deeds.step(rowId, 'up'),
            },
            {
              key: 'down',
              label: t('tree.moveDown'),
              shortcut: 'Alt+↓',
              onSelect: () => deeds.step(rowId, 'down'),
            },
            {
              key: 'remove',
              label: t('action.delete'),
              icon: 'trash',
              tone: 'danger',
              shortcut: 'Alt+Delete',
              onSelect: () => deeds.remove(rowId),
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
  /** Of the line. */
  name: string
  fault: string | undefined
  onChange: RowDeeds['change']
}

function Cell({ item, column, name, fault, onChange }: CellProps) {
  const t = useText()
  const { field, kind } = column
  const { rowId } = item
  const faultId = fault === undefined ? undefined : `fault-${rowId}-${field}`
  const control = {
    'data-field': field,
    'aria-label': t('qcTemplate.cell', { field: t(fieldWords[field]), name }),
    'aria-invalid': fault !== undefined,
    'aria-describedby': faultId,
  }
  return (
    <span className={`draft-cell draft-cell-${kind}`}>
      {column.kind === 'choice' ? (
        <select
          {...control}
          value={item[column.field]}
          onChange={(event) => onChange(rowId, chosen(column.field, event.target.value))}
        >
          {choicesOf[column.field].map((value) => (
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

/** A choice by what its option says. */
function chosen(field: keyof typeof choicesOf, value: string): ItemChange {
  return { [field]: choicesOf[field].find((known) => known === value) }
}
