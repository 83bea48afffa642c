import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { scopedTx } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { nameOfUser } from '../../access/user/name'
import { notFound, Refusal } from '../../platform/http/refusal'
import { rowsBy } from '../../platform/list/rows-by'
import type { Dialect, Store, Writer } from '../../platform/store'
import { maySeeTo, personById } from '../assignment/queries'
import type { AuditEntry } from '../audit/append'
import { SEAL } from '../audit/sealed-rows'
import type { ValueBase } from '../record/content'
import { recordInScope } from '../record/scope'

type Comment = { commentId: number; qcValueBaseId: number; createdAt: number }

/**
 * Mentions people in a comment on a record, in its transaction.
 * @returns entries that seal the mentions in the audit trail
 * @throws Refusal 400 if one of them may not see the record
 */
export async function mention(
  store: Dialect,
  db: Writer,
  { commentId, qcValueBaseId, createdAt }: Comment,
  userIds: readonly number[],
  record: ValueBase,
): Promise<AuditEntry[]> {
  const seals: AuditEntry[] = []
  for (const userId of new Set(userIds)) {
    const person = await personById(store, db, userId)
    if (!person || !(await maySeeTo(store, db, person, 'record', record))) {
      throw new Refusal(codes.badRequest, 'qcMention.notForThem').at('mentions')
    }
    const [made] = await db
      .insert(store.t.mentions)
      .values({ commentId, qcValueBaseId, createdAt, userId, userName: nameOfUser(person) })
      .returning()
    seals.push({ entity: 'mention', entityId: made!.mentionId, action: SEAL })
  }
  return seals
}

/** Marks the operator's mentions at a record as seen. */
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

/** Marks the operator's mentions at a record as seen. @throws Refusal 404 outside of the scope */
export const seeMentions = (store: Store, qcValueBaseId: number, context: RequestContext): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    if (!(await recordInScope(store, db, qcValueBaseId, scope))) throw notFound()
    await noteMentionsSeen(store, db, qcValueBaseId, context)
  })

/** The people mentioned in the comments on a record. */
export const mentionsAt = rowsBy('mentions', 'qcValueBaseId', { orderBy: ['mentionId'] })

/** The ids of records with an unseen mention of somebody. */
export const recordsMentioning = ({ db, t: { mentions } }: Store, isThem: SQL) =>
  db
    .select({ id: mentions.qcValueBaseId })
    .from(mentions)
    .where(and(isNull(mentions.seenAt), isThem))
