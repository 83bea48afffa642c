import { and, eq, gt, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/qc/audit/words'
import { busy } from '../../platform/http/refusal'
import type { Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { withTimeout, PATIENCE_MS, yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { SEAL } from './sealed-rows'
import { literal, statement } from '../../platform/list/statement'

/** Actions whose entries tell of one field each. */
const changing = ['update', 'correct'] as const satisfies AuditAction[]
/** Actions of which some or all entries only say what follows from another. */
const following = [...changing, SEAL] as const satisfies AuditAction[]

/** The number that was read from what was typed. */
const isNumber = ({ audits: { field } }: Tables): SQL => like(field, literal('%/%/num'))

/** Of an entry: that it only says what follows from another: a number that was read, or the seal of a row. */
const isFollowing = (t: Tables): SQL =>
  or(and(inArray(t.audits.action, changing.map(literal)), isNumber(t)), eq(t.audits.action, literal(SEAL)))!

/** Of an entry: that it is of interest to readers. One that only says what follows from another is verified and exported with the others. */
export const isListed = (t: Tables): SQL => sql`not coalesce(${isFollowing(t)}, false)`

/** Whether entries of an action, of any where none is given, may only say what follows from another. Seals are listed where they are asked for. */
export const mayFollow = (action: string | undefined): boolean =>
  action === undefined || changing.some((known) => known === action)

/** Read in one go. */
const SIZE = 5000

// one action at a time, whose entries lie in the order of their numbers in the index
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
/** Per database: nothing of the trail ever changes, so that every entry is read once. */
const progressOf = new WeakMap<Reader, Progress>()

/** The ids of entries up to `highest` that only follow from another, upwards. */
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
 * Of entries that are numbered from 1 to `highest` without gaps: how many of them are told, and the number of the one that
 * is told at a place, counted from 1.
 */
export async function listedUpTo(store: Store, highest: number) {
  const following = await followingIds(store, highest)
  const many = firstPlace(following.length, (index) => following[index]! > highest)
  return {
    count: highest - many,
    numberOf: (index: number) => index + firstPlace(many, (passed) => following[passed]! - passed > index),
  }
}

/** The first of so many places at which something holds that holds at all places after it; their number where at none. */
function firstPlace(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
