import { Fragment, type ReactNode } from 'react'
import type { Status } from '#shared/constants'
import type { PlainTextKey } from '#shared/i18n/text'
import { OutcomeFilter } from '../feedback/outcome'
import { SearchBox } from '../input/SearchBox'
import { Select } from '../input/Select'
import { useText, type T } from '../useText'
import type { AnyStatus } from './is-on'
import type { FiltersProps } from './list-page'
import { StatusFilter } from './status'

/** One control of a filter bar. It calls no hooks. */
type FilterPart<Query> = (props: FiltersProps<Query> & { t: T }) => ReactNode
type Name<Query> = keyof Query & string

/** The filters of a list, in their order: `filterBar<RoleQuery>(searchFilter('roleName', 'role.name'), statusFilter())`. */
export const filterBar = <Query,>(...parts: readonly FilterPart<Query>[]) =>
  function Filters(props: FiltersProps<Query>) {
    const t = useText()
    return parts.map((part, index) => <Fragment key={index}>{part({ ...props, t })}</Fragment>)
  }

/** Rows whose field contains a text. */
export const searchFilter =
  <Query,>(name: Name<Query>, label: PlainTextKey): FilterPart<Query> =>
  ({ query, filter, t }) => (
    <SearchBox
      label={t(label)}
      value={String(query[name] ?? '')}
      onSearch={(text) => filter(changeOf<Query>(name, text || undefined))}
    />
  )

/** Rows with one of `values`; `any` is the text for no choice. */
export const choiceFilter =
  <Query, Value extends string>(
    name: Name<Query>,
    label: PlainTextKey,
    any: PlainTextKey,
    values: readonly Value[],
    textOf: (value: Value, t: T) => string,
  ): FilterPart<Query> =>
  ({ query, filter, t }) => (
    <Select
      label={t(label)}
      placeholder={t(any)}
      value={query[name] === undefined ? undefined : String(query[name])}
      options={values.map((value) => ({ value: value as string, label: textOf(value, t) }))}
      onSelect={(value) => filter(changeOf<Query>(name, value))}
    />
  )

/** Rows with a `status`: enabled or disabled. */
export const statusFilter =
  <Query,>(): FilterPart<Query> =>
  ({ query, filter }) => (
    <StatusFilter
      value={(query as { status?: AnyStatus }).status}
      onSelect={(status) => filter(changeOf<Query>('status', status))}
    />
  )

/** Entries of a log with a `status`: done or refused. */
export const outcomeFilter =
  <Query,>(): FilterPart<Query> =>
  ({ query, filter }) => (
    <OutcomeFilter
      value={(query as { status?: Status }).status}
      onSelect={(status) => filter(changeOf<Query>('status', status))}
    />
  )

/** The address of a list holds its filters as text, whatever their type. */
const changeOf = <Query,>(name: string, value: unknown) =>
  ({ [name]: value }) as { [Field in keyof Query]?: Query[Field] }
