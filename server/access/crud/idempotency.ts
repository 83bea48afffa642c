import { and, desc, eq, lt } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'

/** A write as its sender names it, with a digest of what it is. */
export type KeyedWrite = { userId: number; key: string; fingerprint: string }

/** A user's writes are recognised for a day, the last thousand of them. */
const KEEP_MS = 86_400_000
const KEEP_ROWS = 1000

/** The write was done before. `answer` is what it was answered then; null when that was lost in a crash. */
export class DoneBefore extends Refusal<'error.alreadyDone'> {
  readonly answer: string | null

  constructor(answer: string | null) {
    super(codes.conflict, 'error.alreadyDone')
    this.answer = answer
  }
}

/**
 * A store whose first transaction keeps the write's key with what it changes.
 * @throws DoneBefore from that transaction when the key is there already
 * @throws Refusal when it is there for another write
 */
export function markedStore(store: Store, { userId, key, fingerprint }: KeyedWrite, now: number) {
  const { keptWrites } = store.t
  let isDone = false

  const tx: Store['tx'] = async (work) => {
    if (isDone) return store.tx(work)
    const result = await store.tx(async (db) => {
      const [kept] = await db
        .select()
        .from(keptWrites)
        .where(and(eq(keptWrites.userId, userId), eq(keptWrites.key, key)))
      if (kept && kept.fingerprint !== fingerprint) throw new Refusal(codes.impossible, 'error.idempotencyOther')
      if (kept) throw new DoneBefore(kept.answer)
      await db.insert(keptWrites).values({ userId, key, fingerprint, createdAt: now })
      return work(db)
    })
    isDone = true // it is committed
    return result
  }
  return { store: { ...store, tx } satisfies Store, isDone: () => isDone }
}

/** What the write was answered when it was done; null when it was not, or its answer was lost in a crash. */
export async function keptAnswer(store: Store, { userId, key, fingerprint }: KeyedWrite): Promise<string | null> {
  const { keptWrites } = store.t
  const [kept] = await store.db
    .select({ answer: keptWrites.answer })
    .from(keptWrites)
    .where(and(eq(keptWrites.userId, userId), eq(keptWrites.key, key), eq(keptWrites.fingerprint, fingerprint)))
  return kept?.answer ?? null
}

/** Keeps what a write was answered, and forgets what of the user's has become too old or too much. */
export const keepAnswer = (store: Store, { userId, key }: KeyedWrite, answer: string, now: number) =>
  store.tx(async (db) => {
    const { keptWrites } = store.t
    const ofUser = eq(keptWrites.userId, userId)
    await db
      .update(keptWrites)
      .set({ answer })
      .where(and(ofUser, eq(keptWrites.key, key)))
    const [oldest] = await db
      .select({ createdAt: keptWrites.createdAt })
      .from(keptWrites)
      .where(ofUser)
      .orderBy(desc(keptWrites.createdAt))
      .limit(1)
      .offset(KEEP_ROWS)
    const keepSince = Math.max(now - KEEP_MS, oldest?.createdAt ?? 0)
    await db.delete(keptWrites).where(and(ofUser, lt(keptWrites.createdAt, keepSince)))
  })
