import { inArray } from 'drizzle-orm'
import { boundItems } from '#server/queries/qc-record-version'
import type { Store, Writer } from '#server/store/index'
import { turn } from '#server/turn'
import { applier } from '../once'
import { copyOf, idsIn } from './ids'
import { loadDays } from './load'
import { peopleOf } from './people'
import { setUpPlant } from './set-up'
import { yearOf, type YearOptions } from './year'

export type { YearOptions }
/** Hears how many working days are there, of all. */
type Report = (progress: { done: number; total: number }) => void

/** Under these a database keeps in mind when its year ends, and that all of it is there. */
const BEGUN = 'qc year'
const DONE = 'qc year done'

/** Working days that go into one transaction; between two of them the server answers. */
const DAYS_AT_ONCE = 12

/**
 * A year of quality control (`qc-domain` 9), once. What a start that was cut short has left undone, the next one goes on
 * with, up to the same end. A plant that has product lines of its own gets none.
 */
export async function seedYear(store: Store, options: YearOptions, report: Report = () => {}): Promise<void> {
  const end = await endOf(store, options.end)
  if (end === undefined) return
  const year = await yearOf({ ...options, end }, turn)
  const { days } = year
  const personOf = await peopleOf(store)
  await onceIn(store, `${BEGUN} plant`, (db) => setUpPlant(store, db, year, personOf))
  let ids = await idsIn(store)
  for (let done = 0; done < days.length; done += DAYS_AT_ONCE) {
    report({ done, total: days.length })
    await turn()
    const some = days.slice(done, done + DAYS_AT_ONCE)
    const versions = [...ids.versions.values()].map(({ versionId }) => versionId)
    await boundItems(store, store.db, versions) // read once, and not in every transaction
    const added = await onceIn(store, `${BEGUN} day ${some[0]!.day}`, async (db) => {
      const copy = copyOf(ids)
      await loadDays({ store, db, ids: copy, personOf }, some)
      return copy
    })
    ids = added ?? ids
  }
  await onceIn(store, DONE, async () => {})
  report({ done: days.length, total: days.length })
  await store.analyze()
}

/** Where the year ends: where it was begun to, else at `wanted`; undefined where there is nothing to do. */
async function endOf(store: Store, wanted: number): Promise<number | undefined> {
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
  await store.tx((db) => db.insert(seeds).values({ seedKey: BEGUN, appliedAt: wanted }))
  return wanted
}

/** Does `work` in a transaction that no earlier start has committed. @returns undefined where one has */
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
