import { z } from '../zod'
import { instantsOf, isRelativePeriod } from './relative-day'

const written = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/**
 * Unix milliseconds of `yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss` (both in the zone of the server) or an instant with offset.
 * `isLast` takes the last millisecond of that day or second.
 */
function momentOf(text: string, isLast: boolean): number {
  const parts = text.match(written)?.slice(1)
  if (!parts) return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : NaN
  const [year = 0, month = 0, day = 0, ...time] = parts.map((part) => (part === undefined ? undefined : Number(part)))
  const [hour = isLast ? 23 : 0, minute = isLast ? 59 : 0, second = isLast ? 59 : 0] = time
  const date = new Date(year, month - 1, day, hour, minute, second, isLast ? 999 : 0)
  // the 30th of February would be a day of March
  const isReal = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isReal && hour < 24 && minute < 60 && second < 60 ? date.getTime() : NaN
}

const moment = (isLast: boolean, instantOf = momentOf) =>
  z
    .string()
    .max(40)
    .meta({ examples: ['2026-11-21'] })
    .transform((text) => instantOf(text, isLast))
    .refine((at) => Number.isSafeInteger(at), 'field.moment')

/** The start of a time range, that moment included. */
export const FirstMoment = moment(false)
/** The end of a time range, that day or second included. */
export const LastMoment = moment(true)

/** The period of a list may also be relative to today: `last-week` begins on the Monday of last week. */
const periodMomentOf = (text: string, isLast: boolean) =>
  isRelativePeriod(text) ? instantsOf(text, Date.now(), clockHere())[isLast ? 1 : 0] : momentOf(text, isLast)

/** In the zone of the server, days begin at midnight. Lists of product lines use the clock of the line instead. */
const clockHere = () => ({ tz: Intl.DateTimeFormat().resolvedOptions().timeZone, dayStartMin: 0 })

export const FirstOfPeriod = moment(false, periodMomentOf)
export const LastOfPeriod = moment(true, periodMomentOf)

/** The end of a validity, as it was written; null or empty: never. */
export const OptionalEnd = z
  .string()
  .max(40)
  .meta({ examples: ['2027-11-21'] })
  .refine((text) => text === '' || LastMoment.safeParse(text).success, 'field.moment')
  .nullish()
