import { and, eq, lt } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Store } from '../store'
import { oneRow } from './statement'

/** A write as its sender names it, with a digest of what it is. */
export type KeyedWrite = { userId: number; key: string; fingerprint: string }

const KEEP_MS = 86_400_000

const byKey = oneRow(({ db, t, bind }) =>
  db
    .select({ fingerprint: t.keptWrites.fingerprint, answer: t.keptWrites.answer })
    .from(t.keptWrites)
    .where(and(eq(t.keptWrites.userId, bind('userId')), eq(t.keptWrites.key, bind('key')))),
)

/** What is known of an earlier write under the same key; `answer` is null when it was done but never answered. */
export const findWrite = (store: Store, { userId, key }: KeyedWrite) => byKey(store, { userId, key })

/** A store whose transactions keep the write's key with what they change; of two at once under one key, one is refused. */
export function markedStore(store: Store, write: KeyedWrite, now: number): Store {
  const { keptWrites } = store.t
  let isMarked = false
  return {
    ...store,
    tx: (work) =>
      store.tx(async (db) => {
        if (!isMarked) {
          await db.delete(keptWrites).where(lt(keptWrites.createdAt, now - KEEP_MS))
          const made = await db
            .insert(keptWrites)
            .values({ ...write, createdAt: now })
            .onConflictDoNothing()
            .returning()
          if (made.length === 0) throw new Refusal(codes.conflict, 'error.alreadyDone')
        }
        const result = await work(db)
        isMarked = true
        return result
      }),
  }
}

export const keepAnswer = (store: Store, { userId, key }: KeyedWrite, answer: string) =>
  store.tx((db) =>
    db
      .update(store.t.keptWrites)
      .set({ answer })
      .where(and(eq(store.t.keptWrites.userId, userId), eq(store.t.keptWrites.key, key))),
  )
