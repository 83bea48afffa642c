import { createContext, use, useCallback } from 'react'
import type { TimeValue } from '#shared/format/time'
import { lineTime } from '#shared/qc/day'

/** The time zone of the device, as far as nothing is known of a product line's. */
export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of the product line whose values are shown: all times of the page go by it, as its shifts and days do. */
export const LineClock = createContext(zoneHere())

/** Writes instants by the clock of the line. */
export type WriteTime = (at: TimeValue, pattern?: string) => string

export function useLineTime(): WriteTime {
  const tz = use(LineClock)
  return useCallback((at, pattern) => lineTime(at, tz, pattern), [tz])
}
