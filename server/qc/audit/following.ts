import { and, eq, gt, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/qc/audit/words'
import { busy } from '../../platform/http/refusal'
import type { Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { withTimeout, PATIENCE_MS, yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { SEAL } from './sealed-rows'
import { literal, statement } from '../../platform/list/statement'

/** Actions with one entry per changed field. */
const changing = ['update', 'correct'] as const satisfies AuditAction[]
/** Actions with derived entries: some or all of their entries follow from another entry. */
const following = [...changing, SEAL] as const satisfies AuditAction[]

/** An entry of the number parsed from the typed text. */
const isNumber = ({ audits: { field } }: Tables): SQL => like(field, literal('%/%/num'))

/** A derived entry: a parsed number or the seal of a row. */
const isFollowing = (t: Tables): SQL =>
  or(and(inArray(t.audits.action, changing.map(literal)), isNumber(t)), eq(t.audits.action, literal(SEAL)))!

/** An entry of interest to readers. Derived entries are verified and exported, but not listed. */
export const isListed = (t: Tables): SQL => sql`not coalesce(${isFollowing(t)}, false)`

/** True if an action (any, if undefined) may have derived entries that lists leave out. Seals are listed on request. */
export const mayFollow = (action: string | undefined): boolean =>
  action === undefined || changing.some((known) => known === action)

/** Entries per read. */
const SIZE = 5000

// one action at a time: the index has its entries in the order of their numbers
const between = statement(({ db, t, bind }) =>
  db
    .select({ id: t.audits.id })
    .from(t.audits)
    .where(
      and(
        eq(t.audits.action, bind('action')),
        isFollowing(t),
        gt(t.audits.id, bind('from')),
        lte(t.audits.id, bind('to')),
      ),
    )
    .orderBy(t.audits.id)
    .limit(SIZE),
)

type Progress = { ids: number[]; upTo: number; reading: Promise<void> }
/** Per database. The trail never changes, so every entry is read once. */
const progressOf = new WeakMap<Reader, Progress>()

/** The ids of derived entries up to `highest`, ascending. */
async function followingIds(store: Store, highest: number): Promise<readonly number[]> {
  const progress = progressOf.getOrInsertComputed(store.db, () => ({ ids: [], upTo: 0, reading: Promise.resolve() }))
  const read = progress.reading.catch(() => {}).then(() => readOn(store, progress, highest)) // one after the other
  progress.reading = read
  await withTimeout(read, PATIENCE_MS, () => {
    throw busy()
  })
  return progress.ids
}

async function readOn(store: Store, progress: Progress, highest: number): Promise<void> {
  if (highest <= progress.upTo) return
  const found: number[] = []
  for (const action of following) {
    for (let from = progress.upTo; ;) {
      const rows = await between(store, { action, from, to: highest })
      for (const { id } of rows) found.push(id)
      from = rows.at(-1)?.id ?? highest
      if (rows.length < SIZE) break
      await yieldToEventLoop()
    }
  }
  for (const id of found.sort((a, b) => a - b)) progress.ids.push(id)
  progress.upTo = highest
}

/**
 * For entries numbered from 1 to `highest` without gaps: the number of listed entries, and the id of the listed entry
 * at a place, counted from 1.
 */
export async function listedUpTo(store: Store, highest: number) {
  const following = await followingIds(store, highest)
  const many = firstPlace(following.length, (index) => following[index]! > highest)
  return {
    count: highest - many,
    numberOf: (index: number) => index + firstPlace(many, (passed) => following[passed]! - passed > index),
  }
}

/** The first of `count` places from which on a condition holds; `count` if it holds nowhere. */
function firstPlace(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
