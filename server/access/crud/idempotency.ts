import { and, desc, eq, lt } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { statementIn } from '../../platform/list/statement'
import { digest } from '../../platform/security/token'
import type { Reader, Reading, Store, Writer } from '../../platform/store'
import { scopeIn } from '../department/data-scope'
import type { Operator } from '../session/queries'

/** A write with its sender's key, and a digest of its content. */
export type KeyedWrite = { userId: number; key: string; fingerprint: string }

/** A user's writes are recognised for a day, at most the last thousand of them. */
const KEEP_MS = 86_400_000
const KEEP_ROWS = 1000

/** The write was already done. `answer` is its first answer, if the sender gets it. */
export class DoneBefore extends Refusal<'error.alreadyDone'> {
  readonly answer: string | undefined

  constructor(answer?: string) {
    super(codes.conflict, 'error.alreadyDone')
    this.answer = answer
  }
}

/**
 * A store whose first transaction also stores the key of the write.
 * @throws DoneBefore from that transaction if the key is already stored
 * @throws Refusal if the key belongs to another write
 */
export function markedStore(store: Store, { userId, key, fingerprint }: KeyedWrite, now: number) {
  let isDone = false

  async function refuseKept(db: Reader) {
    const [kept] = await keptByKey(store, db, { userId, key })
    if (kept && kept.fingerprint !== fingerprint) throw new Refusal(codes.impossible, 'error.idempotencyOther')
    if (kept) throw new DoneBefore()
  }
  const keep = (db: Writer) => insertInBatches(store, db, 'keptWrites', [{ userId, key, fingerprint, createdAt: now }])

  const tx: Store['tx'] = async (work) => {
    if (isDone) return store.tx(work)
    const result = await store.tx(async (db) => {
      await refuseKept(db)
      await keep(db)
      return work(db)
    })
    isDone = true // it is committed
    return result
  }

  const gather: Store['gather'] = async (gathering, part) => {
    if (isDone) return store.gather(gathering, part)
    const result = await store.gather(gathering, {
      async prepare(db) {
        await refuseKept(db)
        return part.prepare(db)
      },
      async write(db) {
        await keep(db)
        await part.write?.(db)
      },
    })
    isDone = true
    return result
  }
  return { store: { ...store, tx, gather } satisfies Store, isDone: () => isDone }
}

const keptByKey = statementIn(({ t: { keptWrites }, bind }, db) =>
  db
    .select({ fingerprint: keptWrites.fingerprint })
    .from(keptWrites)
    .where(and(eq(keptWrites.userId, bind('userId')), eq(keptWrites.key, bind('key')))),
)

/** A digest of the permissions and the data scope of a sender. */
async function accessDigest(store: Reading, { operator }: { operator: Operator }): Promise<string> {
  const scope = await scopeIn(store, store.db, operator)
  const deptIds = scope?.deptIds.toSorted((a, b) => a - b)
  return digest(JSON.stringify([operator.permissions.toSorted(), deptIds, scope?.userIds]))
}

/**
 * The first answer of a write, if it was kept under the same access: it may have data of records that its sender does
 * not see any more. Undefined too if the write was not done, or its answer was not kept or lost in a crash.
 */
export async function keptAnswer(
  store: Store,
  { userId, key, fingerprint }: KeyedWrite,
  context: { operator: Operator },
): Promise<string | undefined> {
  const { keptWrites } = store.t
  const [kept] = await store.db
    .select({ answer: keptWrites.answer })
    .from(keptWrites)
    .where(and(eq(keptWrites.userId, userId), eq(keptWrites.key, key), eq(keptWrites.fingerprint, fingerprint)))
  if (!kept?.answer) return undefined
  const access = await accessDigest(store, context)
  return kept.answer.startsWith(access) ? kept.answer.slice(access.length) : undefined
}

/**
 * Stores the answer of a write, if there is one to keep, behind the access of its sender, and deletes the user's keys
 * that are too old or many.
 */
export async function keepAnswer(
  store: Store,
  { userId, key }: KeyedWrite,
  answer: string | undefined,
  context: { operator: Operator; now: number },
) {
  const kept = answer === undefined ? undefined : (await accessDigest(store, context)) + answer
  await store.tx(async (db) => {
    const { keptWrites } = store.t
    const ofUser = eq(keptWrites.userId, userId)
    if (kept !== undefined) {
      await db
        .update(keptWrites)
        .set({ answer: kept })
        .where(and(ofUser, eq(keptWrites.key, key)))
    }
    const [oldest] = await db
      .select({ createdAt: keptWrites.createdAt })
      .from(keptWrites)
      .where(ofUser)
      .orderBy(desc(keptWrites.createdAt))
      .limit(1)
      .offset(KEEP_ROWS)
    const keepSince = Math.max(context.now - KEEP_MS, oldest?.createdAt ?? 0)
    await db.delete(keptWrites).where(and(ofUser, lt(keptWrites.createdAt, keepSince)))
  })
}
