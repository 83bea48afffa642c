import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Store } from '../store'
import type { SeriesRecord } from './qc-series-columns'
import { literal, oneRow, statement } from './statement'

/** Records that are read at once; between two slices others have their turn. */
export const SLICE = 1000

/**
 * A record is in the charts from its first submission on, or from its first approval where its template says so, in
 * every state until it is voided (qc-domain 2.3).
 */
export const isCharted = ({ t: { valueBases, templates } }: Store) =>
  and(
    ne(valueBases.status, literal('voided')),
    isNotNull(valueBases.submittedAt),
    or(eq(templates.chartFrom, literal('submitted')), isNotNull(valueBases.approvedAt), gt(valueBases.rev, literal(1))),
  )!

const recordsAfter = statement((store) => {
  const { db, t, bind } = store
  const { valueBases, templates } = t
  const { qcValueBaseId, inspectedAt, equipmentId, shiftId, operatorId, lotId, versionId, deptId, retestOf, status } =
    valueBases
  return db
    .select({
      qcValueBaseId,
      inspectedAt,
      equipmentId,
      shiftId,
      operatorId,
      lotId,
      versionId,
      deptId,
      retestOf,
      status,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(
      and(
        eq(valueBases.templateId, bind('templateId')),
        sql`(${inspectedAt}, ${qcValueBaseId}) > (${bind('at')}, ${bind('id')})`,
        isCharted(store),
      ),
    )
    .orderBy(inspectedAt, qcValueBaseId)
    .limit(literal(SLICE))
})

const valuesOf = statement((store) => {
  const { qcValueBaseId, itemKey, sampleNo, num, den, gaugeId, corrected } = store.t.values
  return store.db
    .select({ qcValueBaseId, sampleNo, num, den, gaugeId, corrected })
    .from(store.t.values)
    .where(and(eq(itemKey, store.bind('itemKey')), store.among(qcValueBaseId, store.bind('records'), 'ids')))
    .orderBy(qcValueBaseId, sampleNo)
})

/**
 * The records in the charts of a characteristic from an instant on, in the order of the axis, slice by slice. One that
 * says of all its values why they are missing, or do not apply, is a gap (qc-domain 2.3). One that says nothing of the
 * characteristic is left out: it is asked of every eighth pack only, was not to be seen, or its version has it not.
 * @param onSlice is waited for between two slices
 */
export async function readSeries(
  store: Store,
  { templateId, itemKey, from }: { templateId: number; itemKey: string; from: number },
  onSlice: (records: SeriesRecord[]) => Promise<void>,
): Promise<void> {
  let [at, id] = [from - 1, 2_147_483_647]
  for (;;) {
    const bases = await recordsAfter(store, { templateId, at, id })
    const ids = bases.map(({ qcValueBaseId }) => qcValueBaseId)
    const values = await valuesOf(store, { itemKey, records: JSON.stringify({ ids }) })
    const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
    await onSlice(
      bases.flatMap((base) => {
        const own = byRecord.get(base.qcValueBaseId)
        return own ? [{ ...base, values: own }] : []
      }),
    )
    const last = bases.at(-1)
    if (!last || bases.length < SLICE) return
    at = last.inspectedAt
    id = last.qcValueBaseId
  }
}

/** How often what the charts of a template show was changed, by UTC day. */
const revisions = statement(({ db, t: { chartDays }, bind }) =>
  db
    .select({ day: chartDays.day, revision: chartDays.revision })
    .from(chartDays)
    .where(eq(chartDays.templateId, bind('templateId')))
    .orderBy(chartDays.day),
)

const templateOf = oneRow(({ db, t: { templates }, bind }) =>
  db
    .select({ chartFrom: templates.chartFrom })
    .from(templates)
    .where(eq(templates.templateId, bind('templateId'))),
)

/** What tells whether a history that was read is still what the charts of its template show. */
export async function readRevisions(store: Store, templateId: number) {
  const template = await templateOf(store, { templateId })
  return { chartFrom: template?.chartFrom, days: await revisions(store, { templateId }) }
}
