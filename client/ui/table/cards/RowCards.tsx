import type { ComponentProps, ReactNode } from 'react'
import { Fact } from '../../layout/Fact'
import { TickBox } from '../../input/TickBox'
import { useText } from '../../useText'
import type { Column } from '../column'
import { byPriority } from '../columns/column-layout'
import { isBlank } from '../rows/RowCells'
import type { RowsProps } from '../rows/rows'

/** Rows as cards, for phones. */
export default function RowCards<Row>({ label, table, rowLabel, canTick, cardTitle }: RowsProps<Row>) {
  const t = useText()
  return (
    <ul className="row-cards" aria-label={label}>
      {table.core.getRowModel().rows.map((row) => {
        const { id, original } = row
        const isTicked = row.getIsSelected()
        return (
          <RowCard
            key={id}
            row={original}
            columns={table.columns}
            title={cardTitle?.(original)}
            data-ticked={canTick ? isTicked : undefined}
          >
            {canTick && row.getCanSelect() && (
              <TickBox
                label={t('table.selectRow', { name: rowLabel(original) })}
                state={isTicked ? 'all' : 'none'}
                onTick={row.getToggleSelectedHandler()}
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
  /** Replaces the first column. */
  title?: ReactNode
  /** Content before the title. */
  children?: ReactNode
}

/** A card shows its title, the state and two further facts. */
const FACTS = 3

/** One card: its title with the row's buttons, and below it the facts of the most important columns. */
export function RowCard<Row>({ row, columns, title, className = '', children, ...item }: RowCardProps<Row>) {
  const actions = columns.find((column) => column.id === 'actions')
  const [first, ...others] = columns.filter((column) => column !== actions)
  const facts = byPriority(others)
    .map((column) => ({ ...column, content: column.cell(row) }))
    .filter(({ content }) => !isBlank(content))
    .slice(0, FACTS)
  return (
    <li {...item} className={`row-card ${className}`}>
      <div className="row gap-0 row-card-title">
        {children}
        <b>{title ?? first?.cell(row)}</b>
        {actions && <span className="row-card-actions">{actions.cell(row)}</span>}
      </div>
      <dl className="facts row-card-facts">
        {facts.map(({ id, header, content }) => (
          <Fact key={id} label={header}>
            {content}
          </Fact>
        ))}
      </dl>
    </li>
  )
}
