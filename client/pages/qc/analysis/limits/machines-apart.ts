import { calledIn, equipmentOf } from '#shared/qc/localized-name'
import type { Locale } from '#shared/i18n/text'
import type { Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'

/**
 * The machines with limits of their own in the time that a chart of all machines shows: their points are drawn there, and
 * are tested against their own limits. None where one machine is looked at, or none has any.
 */
export function machinesApart(
  { points }: Pick<Spc, 'points'>,
  sets: readonly LimitSet[],
  equipmentId: number | undefined,
  locale: Locale,
): string[] {
  const [first, last] = [points[0], points.at(-1)]
  if (equipmentId !== undefined || !first || !last) return []
  const names = sets
    .filter(({ validFrom, validTo }) => validFrom <= last.at && (validTo === null || validTo > first.at))
    .map((set) => calledIn(locale, equipmentOf(set)))
    .filter((name) => name !== null)
  return [...new Set(names)].toSorted()
}
