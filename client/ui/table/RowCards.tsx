import type { ComponentProps, ReactNode } from 'react'
import { Fact } from '../layout/Fact'
import { TickBox } from '../input/TickBox'
import { useText } from '../useText'
import type { Column } from './column'
import type { RowsProps } from './rows'
import type { ListQuery } from './useListQuery'

/** Rows as cards, for phones. */
export function RowCards<Row, Query extends ListQuery>(props: RowsProps<Row, Query>) {
  const { label, columns, page, rowId, rowLabel, ticking, cardTitle } = props
  const t = useText()
  return (
    <ul className="row-cards" aria-label={label}>
      {page.list.map((row) => {
        const id = rowId(row)
        const isTicked = ticking?.selected.includes(id)
        return (
          <RowCard key={id} row={row} columns={columns} title={cardTitle?.(row)} data-ticked={isTicked}>
            {ticking?.canTick(id) && (
              <TickBox
                label={t('table.selectRow', { name: rowLabel(row) })}
                state={isTicked ? 'all' : 'none'}
                onTick={() => ticking.tick(id, false)}
              />
            )}
          </RowCard>
        )
      })}
    </ul>
  )
}

type RowCardProps<Row> = Omit<ComponentProps<'li'>, 'title'> & {
  row: Row
  columns: readonly Column<Row>[]
  /** In place of the first column. */
  title?: ReactNode
}

/** One card: its title with the row's buttons, below it the facts. `children` stand before the title. */
export function RowCard<Row>({ row, columns, title, className = '', children, ...item }: RowCardProps<Row>) {
  const actions = columns.find((column) => column.id === 'actions')
  const [first, ...facts] = columns.filter((column) => column !== actions)
  return (
    <li {...item} className={`row-card ${className}`}>
      <div className="row wrap gap-0 row-card-title">
        {children}
        <b>{title ?? first?.cell(row)}</b>
        {actions && <span className="row-card-actions">{actions.cell(row)}</span>}
      </div>
      <dl className="facts row-card-facts">
        {facts.map((column) => (
          <Fact key={column.id} label={column.header}>
            {column.cell(row)}
          </Fact>
        ))}
      </dl>
    </li>
  )
}
