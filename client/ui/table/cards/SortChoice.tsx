import type { Column } from '../column'
import { Select } from '../../input/Select'
import type { ListQuery } from '../useListQuery'
import { useText } from '../../useText'

export type SortChoiceProps<Row, Query> = {
  columns: readonly Column<Row>[]
  query: Query
  onQuery: (query: Query) => void
}

/** Chooses the order of cards: they have no column headers to click. */
export default function SortChoice<Row, Query extends ListQuery>({
  columns,
  query,
  onQuery,
}: SortChoiceProps<Row, Query>) {
  const t = useText()
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap(({ id, header }) => [
      { value: `${id} asc`, label: t('table.ascending', { column: header }), order: [id, 'asc'] as const },
      { value: `${id} desc`, label: t('table.descending', { column: header }), order: [id, 'desc'] as const },
    ])
  if (choices.length === 0) return null
  const [order] = query.orders
  return (
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
  )
}
