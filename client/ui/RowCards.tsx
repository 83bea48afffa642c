import type { RowsProps } from './rows'
import { Select } from './Select'
import { TickBox } from './TickBox'
import type { Column } from './column'
import type { ListQuery } from './useListQuery'
import { useText } from './useText'

/** Rows as cards, for phones: title and status above, facts in the middle, the row's buttons below. */
export function RowCards<Row, Query extends ListQuery>(props: RowsProps<Row, Query>) {
  const { label, columns, page, rowId, rowLabel, ticking, cardTitle } = props
  const t = useText()
  const actions = columns.find((column) => column.id === 'actions')
  const [first, ...facts] = columns.filter((column) => column !== actions)
  return (
    <>
      <SortChoice {...props} />
      <ul className="row-cards" aria-label={label}>
        {page.list.map((row) => (
          <li key={rowId(row)} className="row-card" data-ticked={ticking?.selected.includes(rowId(row))}>
            <div className="row-card-title">
              {ticking && (
                <TickBox
                  label={t('table.selectRow', { name: rowLabel(row) })}
                  state={ticking.selected.includes(rowId(row)) ? 'all' : 'none'}
                  onTick={() => ticking.tick(rowId(row), false)}
                />
              )}
              <b>{cardTitle ? cardTitle(row) : first?.cell(row)}</b>
            </div>
            <dl className="row-card-facts">
              {facts.map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <div className="row-card-actions">{actions.cell(row)}</div>}
          </li>
        ))}
      </ul>
    </>
  )
}

const choicesOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns
    .filter((column) => column.sortable)
    .flatMap(({ id, header }) => [
      { value: `${id} asc`, label: `${header} ↑`, order: [id, 'asc'] as const },
      { value: `${id} desc`, label: `${header} ↓`, order: [id, 'desc'] as const },
    ])

/** Cards have no heads to click. */
function SortChoice<Row, Query extends ListQuery>({ columns, query, onQuery }: RowsProps<Row, Query>) {
  const t = useText()
  const choices = choicesOf(columns)
  if (choices.length === 0) return null
  const [order] = query.orders
  return (
    <div className="row-cards-sort">
      <Select
        label={t('table.sortBy')}
        placeholder={t('table.sortBy')}
        value={order?.join(' ')}
        options={choices}
        onSelect={(value) => {
          const chosen = choices.find((choice) => choice.value === value)?.order
          onQuery({ ...query, orders: chosen ? [[...chosen]] : [], pageIndex: 1 })
        }}
      />
    </div>
  )
}
