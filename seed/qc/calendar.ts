/** The plant's zone has no summer time: its day, which begins at 08:00 there, begins at midnight UTC. */
export const ZONE = 'Asia/Shanghai'
export const DAY_START_MIN = 8 * 60
export const DAY_MS = 24 * 60 * 60_000
export const SHIFT_MS = DAY_MS / 3
export const MINUTE_MS = 60_000

export const WORKING_DAYS = 300
/** Seven days without work come behind this many working days. */
const DAYS_BEFORE_HOLIDAY = 150
const HOLIDAY_DAYS = 7
const SUNDAY = 0

export type Calendar = {
  /** First instant of a working day, counted from 1. */
  startOf(day: number): number
  /** The last day that has begun: the 300th when it is over, else a 301st that is not. */
  lastDay: number
  /** Instants before this are not part of the year, as those from `end` on. */
  begin: number
  end: number
}

/**
 * The 300 working days up to `end`: six a week, Sundays off, seven days off in the middle. The last day is at work
 * whatever day it is. Where `end` lies within a day, as much of it is there as is missing of the first: every year has as
 * many hours of work.
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
