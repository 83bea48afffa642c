import { createContext, use, useCallback } from 'react'
import type { TimeValue } from '#shared/format/time'
import { lineTime } from '#shared/format/line-time'

/** The time zone of the device: used until that of the product line is known. */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of the product line: all times of the page are in it, as are its shifts and days. */
export const LineClock = createContext(deviceZone())

/** Formats an instant in the time zone of the product line. */
export type WriteTime = (at: TimeValue, pattern?: string) => string

export function useLineTime(): WriteTime {
  const tz = use(LineClock)
  return useCallback((at, pattern) => lineTime(at, tz, pattern), [tz])
}
