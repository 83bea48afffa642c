import { and, eq } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import type { Author } from '../audit/append'
import { characteristicIn } from '../template/characteristic'
import { concerns, type AppliedLimits, limitsOf } from '../limit/read'
import { hitsIn } from './hits'
import { windowsAround, type ChangedPoint } from './window'
import { signalsAt, writeHits, type SignalChange } from './write'
import { statementIn } from '../../platform/list/statement'
import type { Charted, ChartedChange } from '../record/retest-chain'

const setsOf = statementIn((store, db) => {
  const { limitSets, templates } = store.t
  return db
    .select({ row: limitSets, chartFrom: templates.chartFrom })
    .from(limitSets)
    .innerJoin(templates, eq(templates.templateId, limitSets.templateId))
    .where(and(store.among(limitSets.templateId, store.bind('templates'), 'ids')))
    .orderBy(limitSets.limitSetId)
})

const itemsOf = statementIn(({ t: { templateItems }, bind, among }, db) =>
  db
    .select({ versionId: templateItems.versionId, itemKey: templateItems.itemKey })
    .from(templateItems)
    .where(among(templateItems.versionId, bind('versions'), 'ids')),
)

const idsIn = (ids: readonly number[]) => JSON.stringify({ ids: [...new Set(ids)] })

/**
 * Tests records that entered, changed or left the charts against the limits of their time, in the transaction of the
 * change. New signals are written, and signals without a basis are withdrawn (qc-domain 6). A step that does not change
 * the charts costs nothing.
 */
export async function refreshSignals(
  store: Dialect,
  db: Writer,
  changed: readonly ChartedChange[],
  author: Author,
): Promise<SignalChange[]> {
  const rows = await setsOf(store, db, { templates: idsIn(changed.map(({ after }) => after.templateId)) })
  const touched = rows.length === 0 ? [] : changed.filter((one) => isFelt(one, rows))
  if (touched.length === 0) return []
  const sets = rows.map(({ row }) => limitsOf(row))
  const items = await itemsOf(store, db, { versions: idsIn(touched.map(({ after }) => after.versionId)) })
  const bound = new Set(items.map(({ versionId, itemKey }) => `${versionId}/${itemKey}`))
  const changes: SignalChange[] = []
  for (const set of sets) {
    if (set.status === 'trial') continue
    const ofItem = touched.filter(({ after }) => bound.has(`${after.versionId}/${set.itemKey}`))
    const spots = ofItem.flatMap(({ before, after }) =>
      [before, after].map((place) => ({ ...place, at: place.inspectedAt })).filter((place) => concerns(set, place)),
    )
    if (spots.length === 0) continue
    const held = { set, sets: sets.filter(({ itemKey }) => itemKey === set.itemKey) }
    changes.push(...(await refreshSet(store, db, held, spots, author)))
  }
  return changes
}

type ChartSettings = { row: { templateId: number }; chartFrom: 'submitted' | 'approved' }

/** True if a change moves, adds, removes or changes a point of charts. First results count, not retests. */
function isFelt({ before, after }: ChartedChange, rows: readonly ChartSettings[]): boolean {
  const chartFrom = rows.find(({ row }) => row.templateId === after.templateId)?.chartFrom
  if (chartFrom === undefined) return false
  const [was, is] = [isIn(before, chartFrom), isIn(after, chartFrom)]
  return was !== is || (is && before.contentAt !== after.contentAt)
}

/** Like `isCharted`, for a record not yet in the database. */
const isIn = ({ status, submittedAt, approvedAt, rev, retestOf }: Charted, chartFrom: ChartSettings['chartFrom']) =>
  retestOf === null &&
  status !== 'voided' &&
  submittedAt !== null &&
  (chartFrom === 'submitted' || approvedAt !== null || rev > 1)

type RecordSpot = ChangedPoint & Pick<Charted, 'qcValueBaseId' | 'recordNo'>
/** Maximum of records named as the cause of a signal's change, if none of the changed ones is in its pattern. */
const MOST_CAUSES = 3

/** Tests one limit set at the points that the changes affect. */
async function refreshSet(
  store: Dialect,
  db: Writer,
  held: AppliedLimits,
  given: readonly Omit<RecordSpot, 'id'>[],
  author: Author,
): Promise<SignalChange[]> {
  const { set } = held
  const characteristic = await characteristicIn(store, db, set.itemKey)
  if (!characteristic) return []
  const spots = given.map((spot) => ({ ...spot, id: spot.qcValueBaseId }))
  const hits = []
  const felt = spots.map(({ id }) => id)
  for await (const { series, firstFelt } of windowsAround(store, db, held, spots)) {
    const places = Int32Array.from({ length: series.size }, (_, index) => index)
    hits.push(...hitsIn({ characteristic, series, places }, set, firstFelt))
    felt.push(...series.id.subarray(firstFelt))
  }
  const stored = await signalsAt(store, db, { limitSetId: set.limitSetId, records: idsIn(felt) })
  const causes = new Map(spots.map(({ id, recordNo }) => [id, recordNo]))
  const of = ({ members }: { members: string }) => {
    const among = (JSON.parse(members) as number[]).flatMap((id) => causes.get(id) ?? []) // written by us
    return (among.length > 0 ? among : [...causes.values()]).slice(0, MOST_CAUSES).join(' ')
  }
  return writeHits(store, db, { set, productId: characteristic.productId }, { stored, hits }, { author, of })
}
