import type { ComponentType } from 'react'
import { withMore } from '../app/more'
import { Select } from '../input/Select'
import { part } from '../part'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'
import type { GroupBarProps } from './GroupBar'
import type { Grouping } from './grouping'

const GroupBar = part(() => withMore(() => import('./GroupBar')))

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

type GroupsProps<Query> = GroupProps<Query> & Omit<GroupBarProps<Query>, 'grouping'>

/**
 * The groups of a list by the field in its address. The server counts them over all rows that match the other filters.
 * Pressing one filters by its value.
 */
export function Groups<Query extends ListQuery>({ groupings, query, ...rest }: GroupsProps<Query>) {
  const by = groupOf(query)
  const grouping = groupings.find(({ name }) => name === by)
  const Bar = GroupBar as unknown as ComponentType<GroupBarProps<Query>> // parts are not generic
  return grouping && <Bar key={grouping.name} grouping={grouping} query={query} {...rest} />
}
