import type { DayRange } from '#shared/format/time'
import type { PlainTextKey } from '#shared/i18n/text'
import { DateRange } from '../input/DateRange'
import type { T } from '../useText'
import type { FiltersProps } from './list-page'

/** A part of a `filterBar`: rows of some days. It is apart from the other parts, since it brings the calendar. */
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
