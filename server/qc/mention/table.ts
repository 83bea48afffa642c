import { sql } from 'drizzle-orm'
import type { Columns } from '../../platform/tables/columns'
import type { QcRecordTables } from '../record/table'

export function qcMentionTables(k: Columns, { recordComments }: QcRecordTables) {
  /** Mentions of people in comments on records. Each stays in their inbox until they have answered or seen it. */
  const mentions = k.table(
    'qc_mention',
    {
      mentionId: k.id('mention_id'),
      qcValueBaseId: k.int('qc_value_base_id').notNull(),
      commentId: k.ref('comment_id', () => recordComments.commentId).notNull(),
      userId: k.int('user_id').notNull(),
      /** The printed name at the time of the comment. */
      userName: k.text('user_name').notNull(),
      createdAt: k.time('created_at').notNull(),
      seenAt: k.time('seen_at'),
    },
    (t) => [
      k.unique('qc_mention_once').on(t.commentId, t.userId),
      k.index('qc_mention_record').on(t.qcValueBaseId, t.mentionId),
      k
        .index('qc_mention_waiting')
        .on(t.userId, t.qcValueBaseId)
        .where(sql`seen_at is null`),
    ],
  )
  return { mentions }
}
