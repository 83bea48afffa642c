import { useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../Button'
import { Icon } from '../../icons/Icon'
import { Select } from '../../input/Select'
import { Popover } from '../../overlay/Popover'
import { useHandleDrag } from '../../tree/useHandleDrag'
import { useText } from '../../useText'
import type { ListTable } from '../useListTable'
import './ColumnMenu.css'

export type ColumnMenuProps = {
  table: Pick<ListTable<unknown>, 'core' | 'density' | 'setDensity' | 'reset'>
  /** The present width of a column, in pixels; undefined for a column outside the first line. */
  widthOf: (id: string) => number | undefined
  /** The button that opened it. */
  anchor: () => HTMLElement | null
  onClose: () => void
}

const sides = ['start', 'end'] as const
const sortIcons = { asc: 'sort-up', desc: 'sort-down', none: 'sort' } as const
const pinIcons = { start: 'pin-start', end: 'pin-end' } as const

/** Arranges a table: shown columns, their order, pinned columns, and the height of rows. */
export default function ColumnMenu({ anchor, onClose, ...props }: ColumnMenuProps) {
  const t = useText()
  return (
    <Popover label={t('table.columns')} align="end" anchor={anchor} onClose={onClose}>
      <Columns {...props} />
    </Popover>
  )
}

function Columns({ table, widthOf }: Pick<ColumnMenuProps, 'table' | 'widthOf'>) {
  const { core, density, setDensity, reset } = table
  const t = useText()
  const [announcement, setAnnouncement] = useState('')
  const columns = (['start', 'center', 'end'] as const)
    .flatMap((side) => core.getPinnedLeafColumns(side))
    .filter(({ id }) => id !== 'actions')
  const ids = columns.map(({ id }) => id)

  function move(from: number, to: number) {
    const id = ids[from]
    if (id === undefined || to < 0 || to >= ids.length || to === from) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    const inOrder = (pinned: readonly string[]) => pinned.toSorted((a, b) => next.indexOf(a) - next.indexOf(b))
    core.setColumnOrder(next)
    core.setColumnPinning(({ start, end }) => ({ start: inOrder(start), end: inOrder(end) }))
    const name = String(columns[from]?.columnDef.header)
    setAnnouncement(t('tree.moved', { name, position: to + 1, count: ids.length }))
  }

  /** A pinned column needs a fixed width, because the next one stays beside it. */
  function pin(id: string, side: 'start' | 'end' | false) {
    const width = widthOf(id)
    if (side && width !== undefined) core.setColumnSizing((widths) => ({ ...widths, [id]: widths[id] ?? width }))
    core.getColumn(id)?.pin(side)
  }

  const drag = useHandleDrag<number>({
    dropAt: (_from, x, y) => {
      const entry = document.elementFromPoint(x, y)?.closest<HTMLElement>('.column-entry')
      return entry ? Number(entry.dataset.index) : undefined
    },
    onDrop: move,
  })

  function onMoveKey(event: KeyboardEvent, index: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    move(index, index + step)
  }

  return (
    <div className="stack gap-4 column-menu">
      <ul>
        {columns.map((column, index) => {
          const name = String(column.columnDef.header)
          const pinned = column.getIsPinned()
          return (
            <li
              key={column.id}
              className="row gap-0 column-entry"
              data-index={index}
              data-dragged={drag.dragged === index}
              data-drop={drag.drop === index}
            >
              <button
                type="button"
                className="row center column-handle"
                aria-label={t('table.moveColumn', { column: name })}
                aria-keyshortcuts="ArrowUp ArrowDown"
                title={t('table.moveHint')}
                onPointerDown={(event) => drag.start(event, index)}
                onKeyDown={(event) => onMoveKey(event, index)}
              >
                <Icon name="drag" />
              </button>
              {column.getCanHide() ? (
                <label className="row column-name">
                  <input
                    type="checkbox"
                    checked={column.getIsVisible()}
                    onChange={column.getToggleVisibilityHandler()}
                  />
                  {name}
                </label>
              ) : (
                <span className="row column-name">{name}</span>
              )}
              {column.getCanSort() && (
                <IconButton
                  icon={sortIcons[column.getIsSorted() || 'none']}
                  label={t('table.sortColumn', { column: name })}
                  aria-pressed={column.getIsSorted() !== false}
                  onClick={(event) => column.getToggleSortingHandler()?.(event)}
                />
              )}
              {sides.map((side) => (
                <IconButton
                  key={side}
                  icon={pinIcons[side]}
                  label={t(side === 'start' ? 'table.pinLeft' : 'table.pinRight', { column: name })}
                  aria-pressed={pinned === side}
                  onClick={() => pin(column.id, pinned === side ? false : side)}
                />
              ))}
            </li>
          )
        })}
      </ul>
      <span className="sr-only" role="status">
        {announcement}
      </span>
      <Select
        label={t('table.density')}
        placeholder={t('table.densityOfSettings')}
        value={density}
        options={[
          { value: 'normal', label: t('table.density.normal') },
          { value: 'compact', label: t('table.density.compact') },
        ]}
        onSelect={setDensity}
      />
      <Button variant="text" onClick={reset}>
        {t('table.resetColumns')}
      </Button>
    </div>
  )
}
