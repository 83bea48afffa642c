import type { DayRange } from '#shared/format/time'
import type { PlainTextKey } from '#shared/i18n/text'
import { DateRange } from '../input/DateRange'
import type { T } from '../useText'
import type { FiltersProps } from './list-page'

/** A part of a `filterBar`: a period of days. It has its own file, since it loads the calendar. */
export const periodFilter =
  <Query extends DayRange>(label: PlainTextKey) =>
  ({ query, filter, t }: FiltersProps<Query> & { t: T }) => (
    <DateRange
      label={t(label)}
      value={query}
      isRelative
      onChange={({ beginTime, endTime }) => filter({ beginTime, endTime } as Partial<Query>)}
    />
  )
