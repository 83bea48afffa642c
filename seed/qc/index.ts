import { inArray } from 'drizzle-orm'
import { boundItems } from '#server/qc/template/items'
import type { Store, Writer } from '#server/platform/store/index'
import { yieldToEventLoop } from '#server/platform/chunks/yield-to-event-loop'
import { applier } from '../once'
import { copyOf, idsIn } from './ids'
import { dealWithSignals, findSignals, freezeLimits, loadSignals, planLimits, VALID_FROM } from './limits'
import { loadDays } from './load'
import { seedNotificationRules } from './notifications'
import { peopleOf } from './people'
import { setUpPlant } from './set-up'
import { yearOf, type WorkingDay, type YearOptions } from './year'

export type { YearOptions }
/** Receives the number of loaded working days, and their total. */
type Report = (progress: { done: number; total: number }) => void

/** Keys in a database: the end of its year, and the completion of the year. */
const BEGUN = 'qc year'
const DONE = 'qc year done'

/** Working days per transaction. The server answers requests between two transactions. */
const DAYS_AT_ONCE = 12
const DAYS_BETWEEN_LOOKS = 3

/**
 * A year of quality control (`qc-domain` 9), once. If a start was interrupted, the next one continues it to the same
 * end. A plant with its own product lines gets no year.
 */
export async function seedYear(store: Store, options: YearOptions, report: Report = () => {}): Promise<void> {
  const end = await endOf(store, options.end)
  if (end === undefined) return
  const year = await yearOf({ ...options, end }, yieldToEventLoop)
  const { days } = year
  const personOf = await peopleOf(store)
  await onceIn(store, `${BEGUN} plant`, (db) => setUpPlant(store, db, year, personOf))
  let ids = await idsIn(store)
  let done = 0
  for (const chunk of chunksOf(days)) {
    report({ done, total: days.length })
    await yieldToEventLoop()
    const { day, start } = chunk[0]!
    if (day === VALID_FROM) {
      const limits = await planLimits(store, year.calendar)
      await onceIn(store, `${BEGUN} limits`, (db) => freezeLimits(store, db, limits, personOf))
    }
    const found = await findSignals(store)
    const versions = [...ids.versions.values()].map(({ versionId }) => versionId)
    await boundItems(store, store.db, versions) // read once, not in every transaction
    const added = await onceIn(store, `${BEGUN} day ${day}`, async (db) => {
      const copy = copyOf(ids)
      await loadDays({ store, db, ids: copy, personOf }, chunk, async () => {
        if (found.length === 0) return
        await loadSignals(store, db, found, start, personOf)
        await dealWithSignals(store, db, start, end, personOf)
      })
      return copy
    })
    ids = added ?? ids
    done += chunk.length
  }
  const found = await findSignals(store)
  await onceIn(store, DONE, (db) => loadSignals(store, db, found, end, personOf))
  await onceIn(store, `${BEGUN} notifications`, (db) => seedNotificationRules(store, db, end))
  report({ done: days.length, total: days.length })
  await store.analyze()
}

/** Larger chunks until the limits come into force, then chunks of the days between two checks for signals. */
function chunksOf(days: readonly WorkingDay[]): WorkingDay[][] {
  const before = days.filter(({ day }) => day < VALID_FROM)
  const after = days.filter(({ day }) => day >= VALID_FROM)
  const cut = (part: readonly WorkingDay[], size: number) =>
    Array.from({ length: Math.ceil(part.length / size) }, (_, index) => part.slice(index * size, (index + 1) * size))
  return [...cut(before, DAYS_AT_ONCE), ...cut(after, DAYS_BETWEEN_LOOKS)]
}

/** The end of the year: that of a started year, else `latestEnd`. Undefined if there is nothing to do. */
async function endOf(store: Store, latestEnd: number): Promise<number | undefined> {
  const { seeds, products } = store.t
  const rows = await store.db
    .select()
    .from(seeds)
    .where(inArray(seeds.seedKey, [BEGUN, DONE]))
  if (rows.some(({ seedKey }) => seedKey === DONE)) return undefined
  const [begun] = rows
  if (begun) return begun.appliedAt
  const [own] = await store.db.select({ productId: products.productId }).from(products).limit(1)
  if (own) return undefined
  await store.tx((db) => db.insert(seeds).values({ seedKey: BEGUN, appliedAt: latestEnd }))
  return latestEnd
}

/** Runs `work` in a transaction, unless an earlier start committed it. @returns undefined if an earlier start did */
async function onceIn<Result>(
  store: Store,
  key: string,
  work: (db: Writer) => Promise<Result>,
): Promise<Result | undefined> {
  return store.tx(async (db) => {
    const once = await applier(store, db)
    let result: Result | undefined
    await once(key, async () => {
      result = await work(db)
    })
    return result
  })
}
