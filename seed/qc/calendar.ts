import { DAY_MS } from '#shared/durations'

/** The plant's zone has no summer time. Its day begins at 08:00 local time, which is midnight UTC. */
export const ZONE = 'Asia/Shanghai'
export const DAY_START_MIN = 8 * 60
export const SHIFT_MS = DAY_MS / 3

export const WORKING_DAYS = 300
/** Seven days without work follow this many working days. */
const DAYS_BEFORE_HOLIDAY = 150
const HOLIDAY_DAYS = 7
const SUNDAY = 0

export type Calendar = {
  /** First instant of a working day, counted from 1. */
  startOf(day: number): number
  /** The last started day: the 300th if it is complete, else an incomplete 301st. */
  lastDay: number
  /** The year excludes instants before `begin`, and from `end` on. */
  begin: number
  end: number
}

/**
 * The 300 working days up to `end`: six a week, Sundays off, seven days off in the middle. The last day is a working
 * day on any weekday. If `end` is within a day, the first day lacks the same hours: every year has the same number of
 * working hours.
 */
export function calendarUpTo(end: number): Calendar {
  const isWhole = end % DAY_MS === 0
  const lastDay = isWhole ? WORKING_DAYS : WORKING_DAYS + 1
  let day = Math.floor((end - 1) / DAY_MS) * DAY_MS
  const starts = [day]
  while (starts.length < lastDay) {
    if (lastDay - starts.length === DAYS_BEFORE_HOLIDAY) day -= HOLIDAY_DAYS * DAY_MS
    do day -= DAY_MS
    while (new Date(day).getUTCDay() === SUNDAY)
    starts.push(day)
  }
  starts.reverse()
  return {
    startOf: (number) => starts[number - 1]!,
    lastDay,
    begin: isWhole ? starts[0]! : starts[0]! + (end % DAY_MS),
    end,
  }
}
