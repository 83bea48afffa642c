import { and, eq, sql } from 'drizzle-orm'
import { MOST_IN_A_ROW } from '#shared/spc/rules/figures'
import type { Dialect, Reader } from '../../platform/store'
import { limitsApply, type AppliedLimits } from '../limit/read'
import { isFirstResult } from '../record/retest-chain'
import { seriesOfRecords, type SeriesColumns, type SeriesRecord } from '../chart/series-columns'
import { isCharted } from '../chart/series-read'
import { literal, statementIn } from '../../platform/list/statement'

/** No rule looks further back than so many values, whatever its figure; so far on a change can be felt, too. */
export const LOOKBACK = MOST_IN_A_ROW
/** Records that are read at once, and at most in one direction: more gaps than values are not looked past for ever. */
const PAGE = LOOKBACK + 1
const MOST = 2000

/** Records in the charts of a characteristic next to a point in time, of one machine where the limits are for one. */
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

const valuesIn = statementIn((store, db) => {
  const { qcValueBaseId, itemKey, sampleNo, num, den, gaugeId, corrected } = store.t.values
  return db
    .select({ qcValueBaseId, sampleNo, num, den, gaugeId, corrected })
    .from(store.t.values)
    .where(and(eq(itemKey, store.bind('itemKey')), store.among(qcValueBaseId, store.bind('records'), 'ids')))
    .orderBy(qcValueBaseId, sampleNo)
})

/** Where something changed. */
export type ChangedPoint = { at: number; id: number }
type Reading = { store: Dialect; db: Reader; held: AppliedLimits }

/** Records that rules see at once, in the order of the axis, and how many of them come before all that feel a change. */
export type Window = { series: SeriesColumns; firstFelt: number }

/**
 * The records held against a limit set around spots that their rules can see, as a transaction has them: so many values before each and after it,
 * gaps between them aside. Spots that lie close together share one window.
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

/** @param waiting spots to come, in their order; those that are reached are taken from it */
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

/** @returns those that are held against the limits, and where the page ends; nowhere if nothing comes after it */
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
  const ids = read.map(({ qcValueBaseId }) => qcValueBaseId)
  const rows = await valuesIn(store, db, { itemKey, records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(rows, ({ qcValueBaseId }) => qcValueBaseId)
  const end = read.length === PAGE ? read.at(-1) : undefined
  return {
    records: read
      .filter((base) => limitsApply(held, base.inspectedAt, base.equipmentId))
      .flatMap((base): SeriesRecord[] => {
        const own = byRecord.get(base.qcValueBaseId)
        return own ? [{ ...base, values: own }] : [] // as in `readSeries`
      }),
    last: end && { at: end.inspectedAt, id: end.qcValueBaseId },
  }
}
