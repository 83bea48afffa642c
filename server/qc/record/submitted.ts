import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Dialect, Reader } from '../../platform/store'

/**
 * True if one of these records was ever submitted. What such a record names keeps its number or code: signatures cover
 * ids, and people read the number (ADR 41).
 */
export async function isAnySubmitted({ t: { valueBases } }: Dialect, db: Reader, these: SQL): Promise<boolean> {
  const found = await db
    .select({ id: valueBases.qcValueBaseId })
    .from(valueBases)
    .where(and(these, isNotNull(valueBases.submittedAt)))
    .limit(1)
  return found.length > 0
}

/** {@link isAnySubmitted} for the records with values of a gauge. */
export async function isMeasuringSubmitted({ t }: Dialect, db: Reader, gaugeId: number): Promise<boolean> {
  const { values, valueBases } = t
  const found = await db
    .select({ id: values.valueId })
    .from(values)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, values.qcValueBaseId))
    .where(and(eq(values.gaugeId, gaugeId), isNotNull(valueBases.submittedAt)))
    .limit(1)
  return found.length > 0
}
