import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Group } from '#shared/list/page'
import { read } from '../../api/http'
import { Chip, ChipBar } from '../input/Chips'
import { Select } from '../input/Select'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'
import type { Grouping } from './grouping'

type GroupProps<Query> = { groupings: readonly Grouping[]; query: Query; onQuery: (query: Query) => void }

const groupOf = (query: object): string | undefined => ('group' in query ? String(query.group) : undefined)

/** Chooses the field that a list is grouped by. */
export function GroupChoice<Query extends ListQuery>({ groupings, query, onQuery }: GroupProps<Query>) {
  const t = useText()
  const by = groupOf(query)
  return (
    <Select
      label={t('group.by')}
      placeholder={t('group.none')}
      value={groupings.some(({ name }) => name === by) ? by : undefined}
      options={groupings.map(({ name, text }) => ({ value: name, label: t('group.byField', { field: t(text) }) }))}
      onSelect={(group) => onQuery({ ...query, group })}
    />
  )
}

type GroupsProps<Query> = GroupProps<Query> & {
  /** Of the list, below `/api/v1`. */
  path: string
  /** The name of the list in the browser's cache. */
  list: string
  /** Filters that the page sets by itself. */
  fixed?: object | undefined
}

/**
 * The groups that a list falls into by the field in its address, counted by the server over all rows that the other
 * filters find. Pressing one filters by its value.
 */
export function Groups<Query extends ListQuery>({ groupings, query, ...rest }: GroupsProps<Query>) {
  const by = groupOf(query)
  const grouping = groupings.find(({ name }) => name === by)
  return grouping && <GroupBar key={grouping.name} grouping={grouping} query={query} {...rest} />
}

type GroupBarProps<Query> = Omit<GroupsProps<Query>, 'groupings'> & { grouping: Grouping }

function GroupBar<Query extends ListQuery>({ grouping, query, onQuery, path, list, fixed }: GroupBarProps<Query>) {
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
    retry: false, // the list itself says what is wrong
  })
  const { data: called } = useQuery({
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
    return textOf?.(value, t) ?? called?.get(value) ?? value
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
