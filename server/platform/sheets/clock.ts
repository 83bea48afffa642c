import { offsetAt } from '#shared/format/line-time'
import type { Shown } from './cell'

const QUARTER_MS = 15 * 60_000

/** Times by the clock of a zone. Offsets only change at quarters of an hour, so consecutive times mostly share one. */
export function clockOf(tz: string): (at: number) => Shown {
  let last: { quarter: number; offsetMin: number } | undefined
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    if (last?.quarter !== quarter) last = { quarter, offsetMin: offsetAt(at, tz) }
    return { at, offsetMin: last.offsetMin }
  }
}

/** The default zone. Not read at the start, because it makes the engine load its language tables. */
export const serverZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
