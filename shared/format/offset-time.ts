import { NO_TIME, toDate, type TimeValue } from './time'

const two = (part: number) => String(part).padStart(2, '0')

/** `+08:00`, the end of a time in ISO 8601. */
export function offsetWord(minutes: number): string {
  const ahead = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** An instant by a clock that is `minutes` ahead of UTC: `2026-11-20 10:42:05 +08:00`. `-` for no instant. */
export function offsetTime(value: TimeValue, minutes: number): string {
  const date = toDate(value)
  if (!date) return NO_TIME
  const shown = new Date(date.getTime() + minutes * 60_000).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 19)} ${offsetWord(minutes)}`
}
