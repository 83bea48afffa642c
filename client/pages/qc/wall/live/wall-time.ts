import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations'
import { createContext, use } from 'react'
import type { Locale } from '#shared/i18n/text'
import { useLocale, useText } from '../../../../ui/useText'

/** The time zone of the product line, and the milliseconds by which its server is ahead of this device. */
export const WallClock = createContext({ tz: 'UTC', skewMs: 0 })

/** The time format of the wall: in the time zone of the product line, independent of the screen's location. */
export function useWallTime() {
  const { tz } = use(WallClock)
  const locale = useLocale()
  const time = (at: number | string, shape: keyof typeof shapes) => formatOf(shape, tz, locale).format(new Date(at))
  const date = (at: number | string) => time(at, 'date').replace('/', '-')
  return {
    time,
    /** `10:42` on the day of `now`, else `11-20 10:42`. */
    moment: (at: string, now: number) =>
      date(at) === date(now) ? time(at, 'minute') : `${date(at)} ${time(at, 'minute')}`,
  }
}

const shapes = {
  /** 10:42:05 */
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** 10:42 */
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 11月20日周五, Fri, Nov 20 */
  day: { month: 'short', day: 'numeric', weekday: 'short' },
  date: { month: '2-digit', day: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(shape: keyof typeof shapes, tz: string, locale: Locale): Intl.DateTimeFormat {
  const key = `${shape} ${tz} ${locale}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', { ...shapes[shape], timeZone: tz })
    formats.set(key, format)
  }
  return format
}

/** Formats a duration in milliseconds as short as possible: `12 min`, `3 h`, `2 d`. */
export function useDuration(): (ms: number) => string {
  const t = useText()
  return (ms) => {
    if (ms < 1.5 * HOUR_MS) return t('qcWall.minutes', { count: Math.round(ms / MINUTE_MS) })
    if (ms < 1.5 * DAY_MS) return t('qcWall.hours', { count: Math.round(ms / HOUR_MS) })
    return t('qcWall.days', { count: Math.round(ms / DAY_MS) })
  }
}

/** Formats the time since an instant as a duration. */
export function useAge(now: number): (at: string) => string {
  const duration = useDuration()
  return (at) => duration(Math.max(0, now - Date.parse(at)))
}
