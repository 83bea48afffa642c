import { and, eq, sql } from 'drizzle-orm'
import { MOST_IN_A_ROW } from '#shared/spc/rules/figures'
import type { Dialect, Reader } from '../../platform/store'
import { limitsApply, type AppliedLimits } from '../limit/read'
import { isFirstResult } from '../record/retest-chain'
import { seriesOfRecords, type SeriesColumns, type SeriesRecord } from '../chart/series-columns'
import { isCharted } from '../chart/series-read'
import { withValues } from '../chart/values'
import { literal, statementIn } from '../../platform/list/statement'

/**
 * No rule looks further back than this number of values, whatever its figure. A change affects this number of later
 * values, too.
 */
export const LOOKBACK = MOST_IN_A_ROW
/** Records per read, and the maximum in one direction, so that a long run of gaps ends the search. */
const PAGE = LOOKBACK + 1
const MOST = 2000

/** Charted records of a characteristic next to a point in time; of one machine if the limits are for one. */
const recordsNear = (direction: 'before' | 'after', isOfMachine: boolean) =>
  statementIn((store, db) => {
    const { valueBases, templateItems, templates } = store.t
    const { inspectedAt, qcValueBaseId } = valueBases
    const { bind } = store
    const [side, order] = direction === 'before' ? [sql`<=`, sql`desc`] : [sql`>`, sql`asc`]
    const hasItem = db
      .select({ one: literal(1) })
      .from(templateItems)
      .where(and(eq(templateItems.versionId, valueBases.versionId), eq(templateItems.itemKey, bind('itemKey'))))
    return db
      .select({ base: valueBases })
      .from(valueBases)
      .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
      .where(
        and(
          eq(valueBases.templateId, bind('templateId')),
          sql`(${inspectedAt}, ${qcValueBaseId}) ${side} (${bind('at')}, ${bind('id')})`,
          sql`${inspectedAt} >= ${bind('validFrom')}`,
          sql`${inspectedAt} < ${bind('validTo')}`,
          isCharted(store),
          isFirstResult(store),
          isOfMachine ? eq(valueBases.equipmentId, bind('equipmentId')) : undefined,
          sql`exists ${hasItem}`,
        ),
      )
      .orderBy(sql`${inspectedAt} ${order}`, sql`${qcValueBaseId} ${order}`)
      .limit(literal(PAGE))
  })

const near = {
  before: { all: recordsNear('before', false), machine: recordsNear('before', true) },
  after: { all: recordsNear('after', false), machine: recordsNear('after', true) },
}

/** The place of a change. */
export type ChangedPoint = { at: number; id: number }
type Reading = { store: Dialect; db: Reader; held: AppliedLimits }

/** Records for one test of the rules, in the order of the axis, and the number before the first affected one. */
export type Window = { series: SeriesColumns; firstFelt: number }

/**
 * The records tested against a limit set around changed points, read in a transaction: {@link LOOKBACK} values before
 * each point and after it, not counting gaps. Points close together share one window.
 */
export async function* windowsAround(
  store: Dialect,
  db: Reader,
  held: AppliedLimits,
  spots: readonly ChangedPoint[],
): AsyncGenerator<Window> {
  const reading = { store, db, held }
  const waiting = spots.toSorted((a, b) => a.at - b.at || a.id - b.id)
  for (let spot = waiting.shift(); spot; spot = waiting.shift()) {
    const before = await recordsBefore(reading, spot)
    const isHere = before.at(-1)?.qcValueBaseId === spot.id
    const records = [...before, ...(await recordsAfter(reading, spot, waiting))]
    yield { series: seriesOfRecords(records), firstFelt: isHere ? before.length - 1 : before.length }
  }
}

async function recordsBefore(reading: Reading, spot: ChangedPoint): Promise<SeriesRecord[]> {
  const found: SeriesRecord[] = []
  let [from, values] = [spot, 0]
  for (let read = 0; read < MOST; read += PAGE) {
    const { records, last } = await pageOf(reading, 'before', from)
    for (const record of records) {
      found.push(record)
      if (isValue(record) && ++values > LOOKBACK) return found.toReversed()
    }
    if (!last) break
    from = { at: last.at, id: last.id - 1 }
  }
  return found.toReversed()
}

/** @param waiting the next points in their order; points within the window are removed from it */
async function recordsAfter(reading: Reading, spot: ChangedPoint, waiting: ChangedPoint[]): Promise<SeriesRecord[]> {
  const found: SeriesRecord[] = []
  let [from, values] = [spot, 0]
  for (let read = 0; read < MOST; read += PAGE) {
    const { records, last } = await pageOf(reading, 'after', from)
    for (const record of records) {
      while (waiting[0] && isUpTo(waiting[0], record)) {
        waiting.shift()
        values = 0
        read = 0
      }
      found.push(record)
      if (isValue(record) && ++values > LOOKBACK) return found
    }
    if (!last) break
    from = last
  }
  return found
}

const isValue = ({ values }: SeriesRecord) => values.some(({ num }) => num !== null)
const isUpTo = ({ at, id }: ChangedPoint, { inspectedAt, qcValueBaseId }: SeriesRecord) =>
  at < inspectedAt || (at === inspectedAt && id <= qcValueBaseId)

/** @returns the records tested against the limits, and the end of the page; no end if nothing follows */
async function pageOf({ store, db, held }: Reading, direction: 'before' | 'after', { at, id }: ChangedPoint) {
  const { templateId, itemKey, equipmentId, validFrom, validTo } = held.set
  const bound = {
    templateId,
    itemKey,
    equipmentId: equipmentId ?? 0,
    validFrom,
    validTo: validTo ?? Number.MAX_SAFE_INTEGER,
    at,
    id,
  }
  const read = (await near[direction][equipmentId === null ? 'all' : 'machine'](store, db, bound)).map(
    ({ base }) => base,
  )
  const tested = read.filter((base) => limitsApply(held, base.inspectedAt, base.equipmentId))
  const end = read.length === PAGE ? read.at(-1) : undefined
  return {
    records: await withValues(store, db, itemKey, tested),
    last: end && { at: end.inspectedAt, id: end.qcValueBaseId },
  }
}
