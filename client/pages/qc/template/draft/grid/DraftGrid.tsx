import { Fragment, useMemo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../../../ui/Button'
import { TableScroller } from '../../../../../ui/table/TableScroller'
import { useStable } from '../../../../../ui/table/useStable'
import { rowAt, useHandleDrag } from '../../../../../ui/tree/useHandleDrag'
import { useText } from '../../../../../ui/useText'
import { groupsOf, isGrouped } from '../../item-groups'
import { fieldKey } from '../../item-words'
import type { DropPlace, Edits, Items, Step } from '../edits'
import type { DraftFault } from '../faults'
import { focusCell, gridFields } from './grid-fields'
import { GridRow, type LineActions, type RowActions } from './GridRow'
import { useGoal, type Goal } from '../useGoal'
import '../../../../../ui/table/DataTable.css'

export type DraftGridProps = {
  items: Items
  edits: Edits
  faults: readonly DraftFault[]
  current: number | undefined
  onCurrent: (rowId: number) => void
  actions: LineActions
  onPaste: (text: string) => void
  goal: Goal | undefined
}

const NONE: readonly DraftFault[] = []

/**
 * The lines of a draft as a sheet: cells are edited in place, Enter and the arrows move within a column, Alt with the
 * arrows moves a line.
 */
export function DraftGrid(props: DraftGridProps) {
  const { items, edits, faults, current, onCurrent, onPaste, goal } = props
  const t = useText()
  const table = useRef<HTMLTableElement>(null)
  const drag = useHandleDrag({ dropAt, onDrop: edits.drop })
  const groups = groupsOf(items)
  const byRow = useMemo(() => Map.groupBy(faults, ({ rowId }) => rowId), [faults])
  const step = useStable((rowId: number, way: Step) => {
    const field = document.activeElement?.getAttribute('data-field') ?? 'sheet'
    edits.step(rowId, way)
    requestAnimationFrame(() => focusCell(table.current, rowId, field)) // a moved line may have lost it
  })
  const { insert, duplicate, remove, open } = props.actions
  const actions: RowActions = useMemo(
    () => ({ change: edits.change, drag: drag.start, step, insert, duplicate, remove, open }),
    [edits, drag.start, step, insert, duplicate, remove, open],
  )

  useGoal(table, goal)

  function dropAt(rowId: number, x: number, y: number): DropPlace | undefined {
    const row = rowAt(table.current, x, y)
    if (!row || row.id === rowId) return undefined
    return { target: row.id, side: row.share < 0.5 ? 'before' : 'after' }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-field]') : null
    const rowId = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset.row)
    const field = cell?.dataset.field
    if (!cell || !field || !rowId || event.nativeEvent.isComposing) return
    const way = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined
    const isTyped = cell instanceof HTMLInputElement
    if (event.altKey && way) step(rowId, way)
    else if (event.altKey && event.key === 'Delete') remove(rowId)
    else if (event.key === 'F2') open(rowId)
    else if (isTyped && way && !event.shiftKey) goAlong(rowId, field, way)
    else if (isTyped && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      goAlong(rowId, field, event.shiftKey ? 'up' : 'down')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Moves to the same field of the next line that has it; from the last line to the button that adds one. */
  function goAlong(rowId: number, field: string, way: Step) {
    const index = items.findIndex((item) => item.rowId === rowId)
    const ahead = way === 'up' ? items.slice(0, index).toReversed() : items.slice(index + 1)
    const isReached = ahead.some((item) => focusCell(table.current, item.rowId, field))
    if (!isReached && way === 'down')
      table.current?.closest('section')?.querySelector<HTMLElement>('[data-add-line]')?.focus()
  }

  function pasteRows(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return // a single cell is pasted in place
    event.preventDefault()
    onPaste(text)
  }

  return (
    <TableScroller label={t('qcTemplate.items')}>
      <table
        ref={table}
        className="row-table draft-grid"
        aria-label={t('qcTemplate.items')}
        data-dragging={drag.dragged !== undefined}
        onKeyDown={onKeyDown}
        onPaste={pasteRows}
        onFocus={({ target }) => {
          const rowId = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
          if (rowId) onCurrent(rowId)
        }}
      >
        <thead>
          <tr>
            <th scope="col" className="draft-grip">
              {t('qcTemplate.seq')}
            </th>
            {gridFields.map(({ field, header, kind, width }) => (
              <th
                key={field}
                scope="col"
                data-column={field}
                data-align={kind === 'figure' ? 'end' : undefined}
                style={{ inlineSize: width, minInlineSize: width }}
                title={t(fieldKey(field))}
              >
                {t(header)}
              </th>
            ))}
            <th scope="col" className="draft-actions">
              <span className="sr-only">{t('record.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.items[0]?.rowId}>
              {isGrouped(groups) && (
                <GroupRow
                  name={group.name}
                  onRename={(name) =>
                    edits.rename(
                      group.items.map(({ rowId }) => rowId),
                      name,
                    )
                  }
                  onAdd={() => insert(group.items.at(-1)?.rowId ?? 0)}
                />
              )}
              {group.items.map((item, index) => (
                <GridRow
                  key={item.rowId}
                  item={item}
                  position={group.start + index + 1}
                  faults={byRow.get(item.rowId) ?? NONE}
                  isCurrent={item.rowId === current}
                  isDragged={item.rowId === drag.dragged}
                  drop={drag.drop?.target === item.rowId ? drag.drop.side : undefined}
                  actions={actions}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

type GroupRowProps = { name: string; onRename: (name: string) => void; onAdd: () => void }

/** Leaving a heading renames the group: during typing it may be blank, or equal to the next one. */
function GroupRow({ name, onRename, onAdd }: GroupRowProps) {
  const t = useText()
  return (
    <tr className="template-group">
      <th scope="colgroup" colSpan={gridFields.length + 2}>
        <span className="split draft-group">
          <input
            key={name}
            aria-label={t('qcTemplate.groupName')}
            placeholder={t('qcTemplate.noGroup')}
            defaultValue={name}
            autoComplete="off"
            maxLength={64}
            onBlur={({ target }) => target.value.trim() !== name && onRename(target.value.trim())}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
          <Button variant="text" icon="plus" onClick={onAdd}>
            {t('qcTemplate.addHere')}
          </Button>
        </span>
      </th>
    </tr>
  )
}
