import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Group } from '#shared/list/page'
import { read } from '../../api/http'
import { Chip, ChipBar } from '../input/Chips'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'
import type { Grouping } from './grouping'

export type GroupBarProps<Query> = {
  grouping: Grouping
  query: Query
  onQuery: (query: Query) => void
  /** The path of the list, below `/api/v1`. */
  path: string
  /** The name of the list in the query cache. */
  list: string
  /** Filters set by the page. */
  fixed?: object | undefined
}

/** The groups of one field, with their counts. */
export default function GroupBar<Query extends ListQuery>({
  grouping,
  query,
  onQuery,
  path,
  list,
  fixed,
}: GroupBarProps<Query>) {
  const t = useText()
  const { name, text, textOf, names } = grouping
  const {
    pageIndex: _index,
    pageSize: _size,
    orders: _orders,
    group: _group,
    ...filters
  } = query as Query & { group?: string }
  const others = { ...filters, ...fixed, [name]: undefined, by: name }
  const { data } = useQuery({
    queryKey: [list, 'groups', others],
    queryFn: ({ signal }) => read<Group[]>(`${path}/group`, signal, others),
    placeholderData: keepPreviousData,
    retry: false, // the list itself shows the error
  })
  const { data: localized } = useQuery({
    queryKey: [list, 'group names', name],
    queryFn: () => names!(),
    enabled: names !== undefined,
    staleTime: 60_000,
  })
  const chosen = (query as Partial<Record<string, unknown>>)[name]

  function press(value: string) {
    onQuery({ ...query, [name]: String(chosen) === value ? undefined : value, pageIndex: 1 })
  }
  const wordOf = (value: string | null) => {
    if (value === null || value === '') return t('group.without')
    return textOf?.(value, t) ?? localized?.get(value) ?? value
  }

  if (!data?.length) return null
  return (
    <ChipBar label={t('group.byField', { field: t(text) })}>
      {data.map(({ value, count }) => (
        <Chip
          key={value}
          isOn={value !== null && String(chosen) === value}
          isOff={value === null || value === ''}
          onPress={() => press(value!)}
        >
          {t('group.counted', { name: wordOf(value), count })}
        </Chip>
      ))}
    </ChipBar>
  )
}
