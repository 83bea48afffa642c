import { offsetAt } from '#shared/qc/day'
import type { Shown } from './cell'

const QUARTER_MS = 15 * 60_000

/** Times by the clock of a zone. No clock is set anew within a quarter of an hour, and neighbours are of the same one. */
export function clockOf(tz: string): (at: number) => Shown {
  let last: { quarter: number; offsetMin: number } | undefined
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    if (last?.quarter !== quarter) last = { quarter, offsetMin: offsetAt(at, tz) }
    return { at, offsetMin: last.offsetMin }
  }
}

/** Where nobody asks for another. Not asked for at start: it is what makes the engine read its tables of languages. */
export const serverZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
