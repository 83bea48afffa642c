import type { ShiftTimes } from './day'

const DAY_MIN = 24 * 60

/** A minute after midnight in clock format: `08:00`. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The minute of `8:00`, `08：00`, `0800` or `8`. 24:00 is midnight. Undefined for anything else. */
export function clockMinute(text: string): number | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:：]?(\d{2}))?$/.exec(text.trim()) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= DAY_MIN ? minute % DAY_MIN : undefined
}

/** True if two shifts are at work at the same time. A shift with equal start and end lasts all day. */
export const doOverlap = (one: ShiftTimes, other: ShiftTimes): boolean =>
  spansOf(one).some(([from, to]) => spansOf(other).some(([begin, end]) => from < end && begin < to))

/** The parts of a shift before and after midnight. */
const spansOf = ({ startMin, endMin }: ShiftTimes): [from: number, to: number][] =>
  startMin < endMin
    ? [[startMin, endMin]]
    : [
        [startMin, DAY_MIN],
        [0, endMin],
      ]

/** Shifts in the order of a day that begins at `dayStartMin`. */
export const inDayOrder = <Shift extends ShiftTimes>(shifts: readonly Shift[], dayStartMin: number): Shift[] =>
  shifts.toSorted((a, b) => sinceStart(a, dayStartMin) - sinceStart(b, dayStartMin))

const sinceStart = ({ startMin }: ShiftTimes, dayStartMin: number) => (startMin - dayStartMin + DAY_MIN) % DAY_MIN

/** True if `name` is a time zone, such as `Asia/Shanghai`. Bare offsets are refused: they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
