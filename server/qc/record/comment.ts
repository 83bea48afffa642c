import { count, gte, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { MAX_COMMENTS } from '#shared/qc/constants'
import type { CommentInput } from '#shared/qc/record/schema'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store } from '../../platform/store'
import { appendAudit, authorOf } from '../audit/append'
import { publishEvents } from '../feed/queries'
import { recordEvents } from '../feed/record-events'
import { mention, noteMentionsSeen } from '../mention/queries'
import { recordInScope } from './scope'

/**
 * Comments on a record in any state.
 * @throws Refusal 404 outside of the scope, 400 if a mentioned person may not see it
 */
export const commentOn = (
  store: Store,
  id: number,
  { text, mentions }: CommentInput,
  context: RequestContext,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const record = await recordInScope(store, db, id, scope)
    if (!record) throw notFound()
    await refuseIfCommentsFull(store, db, [id])
    const author = await authorOf(store, db, context)
    const { userId: authorId, name: authorName, now: createdAt } = author
    const [comment] = await db
      .insert(store.t.recordComments)
      .values({ qcValueBaseId: id, text, authorId, authorName, createdAt })
      .returning()
    const others = mentions.filter((userId) => userId !== authorId)
    const seals = await mention(store, db, comment!, others, record)
    await noteMentionsSeen(store, db, id, context) // an answer marks them as seen
    await writeOperation(store, db, context, { action: 'update', record: String(id), name: record.recordNo })
    await appendAudit(store, db, author, [{ entity: 'record', entityId: id, action: 'comment', new: text }, ...seals])
    const { commentId } = comment!
    if (others.length > 0) await publishEvents(store, db, await recordEvents(store, db, [record], { commentId }))
  })

/** A record is read with all of its comments. @throws Refusal if one of these records has the maximum */
export async function refuseIfCommentsFull(
  { t: { recordComments } }: Dialect,
  db: Reader,
  ids: readonly number[],
): Promise<void> {
  const { qcValueBaseId } = recordComments
  for (const chunk of chunks(ids)) {
    const full = await db
      .select({ qcValueBaseId })
      .from(recordComments)
      .where(inArray(qcValueBaseId, chunk))
      .groupBy(qcValueBaseId)
      .having(gte(count(), MAX_COMMENTS))
    if (full.length > 0) throw new Refusal(codes.conflict, 'qcRecord.commentsFull', { max: MAX_COMMENTS })
  }
}
