import { DAY_MS } from '#shared/durations'
import type { Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { continued, noRecords, placeAt, type SeriesColumns } from './series-columns'
import { afterAllBefore, readRevisions, readSeries, readVersions, SLICE, type Revisions } from './series-read'

export const dayOf = (at: number) => Math.floor(at / DAY_MS)

/** Memory for histories of all characteristics together. The last one read is kept, whatever its length. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** Bytes per record and per value in columns. */
const [RECORD_BYTES, VALUE_BYTES] = [46, 21]
/** Before all records. */
const EARLIEST = -DAY_MS * 366 * 100

/** The versions of a day's records that were read. */
type Day = { day: number; versions: ReadonlyMap<number, number> }
/** `version`: of the database, from before the read. `latest`: the last day. */
type Kept = { series: SeriesColumns; revisions: Revisions; version: number | undefined; latest: Day }

/** The number of changes of the template's records at the time of a history. It is higher for every later history. */
const revisions = new WeakMap<SeriesColumns, number>()
export const revisionOf = (series: SeriesColumns): number => revisions.get(series) ?? 0

/**
 * The history of a characteristic, as in its charts. Histories stay in memory. After a change, the records since the
 * first changed day, mostly today, are read again.
 */
export const seriesOf = histories(MAX_KEPT_BYTES)

/** A reader of histories that keeps at most this number of bytes, and the last one read, whatever its length. */
export function histories(most: number) {
  const kept = new WeakMap<object, Map<string, Promise<Kept>>>()
  return async (store: Store, templateId: number, itemKey: string): Promise<SeriesColumns> => {
    const cached = kept.getOrInsertComputed(store.db, () => new Map())
    const reading = refreshed(store, templateId, itemKey, cached.get(itemKey))
    cached.delete(itemKey) // a map in the order of last use: `trim` drops the oldest
    cached.set(itemKey, reading)
    try {
      const { series, revisions: read } = await reading
      revisions.set(series, sumOf(read))
      await trim(cached, most)
      return series
    } catch (error) {
      if (cached.get(itemKey) === reading) cached.delete(itemKey)
      throw error
    }
  }
}

const nothing: Kept = {
  series: noRecords,
  revisions: { chartFrom: undefined, days: [] },
  version: undefined,
  latest: { day: -Infinity, versions: new Map() },
}

async function refreshed(store: Store, templateId: number, itemKey: string, before: Promise<Kept> | undefined) {
  const old = (await before?.catch(() => undefined)) ?? nothing
  // revisions are read before the values: the next call notices changes made in between
  const version = store.version()
  if (old !== nothing && version !== undefined && version === old.version) return old
  const revisions = await readRevisions(store, templateId, old.revisions)
  const from = firstChange(old.revisions, revisions)
  if (from === undefined && old !== nothing) return { ...old, version }
  const begin = from ?? EARLIEST
  const { index, versions } = await unchanged(store, templateId, old, begin)
  const isWithin = index > 0 && old.series.at[index - 1]! >= begin
  const after = isWithin ? { at: old.series.at[index - 1]!, id: old.series.id[index - 1]! } : afterAllBefore(begin)
  const latest = { day: dayOf(begin), versions }
  const reading = continued(old.series, index)
  await readSeries(store, { templateId, itemKey, after }, async (records, read) => {
    for (const { qcValueBaseId, inspectedAt, lockVersion } of read) {
      const day = dayOf(inspectedAt)
      if (day !== latest.day) latest.versions.clear()
      latest.day = day
      latest.versions.set(qcValueBaseId, lockVersion)
    }
    for (const record of records) {
      const moving = reading.addInChunks(record)
      if (moving) await moving
    }
    await yieldToEventLoop()
  })
  return { series: await reading.doneInChunks(), revisions, version, latest }
}

/**
 * The end of the records of a changed day that need not be read again: the first record that is new, gone, moved, or of
 * another version. Known for the last day only, which changes all day long.
 */
async function unchanged(store: Store, templateId: number, { series, latest }: Kept, from: number) {
  let index = placeAt(series, from)
  const versions = new Map<number, number>()
  if (dayOf(from) !== latest.day) return { index, versions }
  for (let after = afterAllBefore(from); ;) {
    const some = await readVersions(store, templateId, after)
    for (const { qcValueBaseId, lockVersion } of some) {
      if (latest.versions.get(qcValueBaseId) !== lockVersion) return { index, versions }
      versions.set(qcValueBaseId, lockVersion)
      if (series.id[index] === qcValueBaseId) index++ // others say nothing of the characteristic
    }
    const last = some.at(-1)
    if (!last || some.length < SLICE) return { index, versions }
    after = { at: last.inspectedAt, id: last.qcValueBaseId }
    await yieldToEventLoop()
  }
}

const sumOf = ({ days }: Revisions) => days.reduce((sum, { revision }) => sum + revision, 0)

/** The start of the first day with a different revision. */
function firstChange(before: Revisions, now: Revisions): number | undefined {
  if (before.chartFrom !== now.chartFrom) return EARLIEST
  const known = new Map(before.days.map(({ day, revision }) => [day, revision]))
  const day = now.days.find(({ day, revision }) => known.get(day) !== revision)?.day
  return day === undefined ? undefined : day * DAY_MS
}

async function trim(known: Map<string, Promise<Kept>>, most: number) {
  let bytes = 0
  for (const [index, [itemKey, reading]] of [...known].toReversed().entries()) {
    const series = (await reading.catch(() => undefined))?.series ?? noRecords
    bytes += series.size * RECORD_BYTES + series.num.length * VALUE_BYTES
    if (index > 0 && bytes > most && known.get(itemKey) === reading) known.delete(itemKey)
  }
}
