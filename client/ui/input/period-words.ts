import type { RelativePeriod } from '#shared/list/relative-day'
import type { T } from '../useText'

/** The name of a relative period. */
export function periodWord(period: RelativePeriod, t: T): string {
  switch (period) {
    case 'today':
      return t('dates.today')
    case 'yesterday':
      return t('dates.yesterday')
    case 'last-7-days':
      return t('dates.days', { days: 7 })
    case 'last-30-days':
      return t('dates.days', { days: 30 })
    case 'this-week':
      return t('dates.thisWeek')
    case 'last-week':
      return t('dates.lastWeek')
    case 'this-month':
      return t('dates.month')
    case 'last-month':
      return t('dates.lastMonth')
  }
}
