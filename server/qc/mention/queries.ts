import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { scopedTx } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { nameOfUser } from '../../access/user/name'
import { notFound, Refusal } from '../../platform/http/refusal'
import { rowsBy } from '../../platform/list/rows-by'
import type { Dialect, Store, Writer } from '../../platform/store'
import { maySeeTo, personById } from '../assignment/queries'
import type { ValueBase } from '../record/content'
import { recordInScope } from '../record/scope'

type Comment = { commentId: number; qcValueBaseId: number; createdAt: number }

/**
 * Addresses people in a comment on a record, in its transaction.
 * @throws Refusal 400 where one of them may not see the record
 */
export async function mention(
  store: Dialect,
  db: Writer,
  { commentId, qcValueBaseId, createdAt }: Comment,
  userIds: readonly number[],
  record: ValueBase,
): Promise<void> {
  for (const userId of new Set(userIds)) {
    const person = await personById(store, db, userId)
    if (!person || !(await maySeeTo(store, db, person, 'record', record))) {
      throw new Refusal(codes.badRequest, 'qcMention.notForThem').at('mentions')
    }
    await db
      .insert(store.t.mentions)
      .values({ commentId, qcValueBaseId, createdAt, userId, userName: nameOfUser(person) })
  }
}

/** What addressed somebody at a record waits no longer for them. */
export async function noteMentionsSeen(
  { t: { mentions } }: Dialect,
  db: Writer,
  qcValueBaseId: number,
  { operator: { userId }, now }: RequestContext,
): Promise<void> {
  await db
    .update(mentions)
    .set({ seenAt: now })
    .where(and(eq(mentions.userId, userId), eq(mentions.qcValueBaseId, qcValueBaseId), isNull(mentions.seenAt)))
}

/** The operator has seen what addresses them at a record. @throws Refusal 404 outside of the scope */
export const seeMentions = (store: Store, qcValueBaseId: number, context: RequestContext): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    if (!(await recordInScope(store, db, qcValueBaseId, scope))) throw notFound()
    await noteMentionsSeen(store, db, qcValueBaseId, context)
  })

/** Who is addressed in the comments on a record. */
export const mentionsAt = rowsBy('mentions', 'qcValueBaseId', { orderBy: ['mentionId'] })

/** The ids of records at which a comment waits for somebody. */
export const recordsMentioning = ({ db, t: { mentions } }: Store, isThem: SQL) =>
  db
    .select({ id: mentions.qcValueBaseId })
    .from(mentions)
    .where(and(isNull(mentions.seenAt), isThem))
