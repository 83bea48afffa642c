import { localizedName, equipmentOf } from '#shared/qc/localized-name'
import type { Locale } from '#shared/i18n/text'
import type { Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'

/**
 * The names of the machines with their own limits in the time range of a chart of all machines: their points are in the
 * chart, and are tested against their own limits. Empty for a chart of one machine.
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
    .map((set) => localizedName(locale, equipmentOf(set)))
    .filter((name) => name !== null)
  return [...new Set(names)].toSorted()
}
