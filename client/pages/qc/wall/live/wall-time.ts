import type { Locale } from '#shared/i18n/text'

const formats = new Map<string, Intl.DateTimeFormat>()

const shapes = {
  /** 10:42:05 */
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** 10:42 */
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 11月20日周五, Fri, Nov 20 */
  day: { month: 'short', day: 'numeric', weekday: 'short' },
  date: { month: '2-digit', day: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** An instant as clocks of the product line show it, wherever the screen hangs. */
export function wallTime(at: number | string, shape: keyof typeof shapes, tz: string, locale: Locale): string {
  const key = `${shape} ${tz} ${locale}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', { ...shapes[shape], timeZone: tz })
    formats.set(key, format)
  }
  return format.format(new Date(at))
}

/** `10:42` on the day that `now` belongs to, else `11-20 10:42`, as everywhere else. */
export function wallMoment(at: string, now: number, tz: string, locale: Locale): string {
  const date = (instant: number | string) => wallTime(instant, 'date', tz, locale).replace('/', '-')
  const minute = wallTime(at, 'minute', tz, locale)
  return date(at) === date(now) ? minute : `${date(at)} ${minute}`
}
