import { createContext, use } from 'react'
import { useLocale } from '../../../../ui/useText'
import { wallMoment, wallTime } from './wall-time'

/** The time zone of the product line, and by how much its server is ahead of this device. */
export const WallClock = createContext({ tz: 'UTC', skewMs: 0 })

/** How times are written on the wall: in the zone of the line. */
export function useWallTime() {
  const { tz } = use(WallClock)
  const locale = useLocale()
  return {
    time: (at: number | string, shape: Parameters<typeof wallTime>[1]) => wallTime(at, shape, tz, locale),
    moment: (at: string, now: number) => wallMoment(at, now, tz, locale),
  }
}
