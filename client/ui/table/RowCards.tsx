import type { RowsProps } from './rows'
import { Fact } from '../layout/Fact'
import { TickBox } from '../input/TickBox'
import type { ListQuery } from './useListQuery'
import { useText } from '../useText'

/** Rows as cards, for phones: the title with the row's buttons, below it the facts. */
export function RowCards<Row, Query extends ListQuery>({
  label,
  columns,
  page,
  rowId,
  rowLabel,
  ticking,
  cardTitle,
}: RowsProps<Row, Query>) {
  const t = useText()
  const actions = columns.find((column) => column.id === 'actions')
  const [first, ...facts] = columns.filter((column) => column !== actions)
  return (
    <ul className="row-cards" aria-label={label}>
      {page.list.map((row) => (
        <li key={rowId(row)} className="row-card" data-ticked={ticking?.selected.includes(rowId(row))}>
          <div className="row wrap gap-0 row-card-title">
            {ticking?.canTick(rowId(row)) && (
              <TickBox
                label={t('table.selectRow', { name: rowLabel(row) })}
                state={ticking.selected.includes(rowId(row)) ? 'all' : 'none'}
                onTick={() => ticking.tick(rowId(row), false)}
              />
            )}
            <b>{cardTitle ? cardTitle(row) : first?.cell(row)}</b>
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
      ))}
    </ul>
  )
}
