import { count, gte, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { MAX_COMMENTS } from '#shared/qc/constants'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import { chunks } from '../../platform/chunks/chunk'

/** A record is read with all that was said of it. @throws Refusal when nothing more can be said of one of them */
export async function refuseWhenCommentsAreFull(
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
