import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import { getRecord } from './queries'
import type { Asking } from '../list'
import { Refusal, found } from '../../../platform/http/refusal'
import type { SessionEnv } from '../../../access/session/session-env'

/** A record in the operator's data scope. @throws Refusal 404 */
export const recordFor = async (c: Context<SessionEnv>, id: number): Promise<RecordDetail> =>
  found(await getRecord(c.var.store, id, c.var.operator, c.var.settings))

/** Who asks for a list of records. */
export const askingOf = ({ var: { operator, now, settings } }: Context<SessionEnv>): Asking => ({
  operator,
  now,
  isSelfAllowed: settings.selfReview,
})

/** Does what changes a record. Whoever comes too late, or at the wrong time, is told what it is by now. */
export async function withRecord<Result>(c: Context<SessionEnv>, id: number, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== codes.conflict) throw error
    const record = await getRecord(c.var.store, id, c.var.operator, c.var.settings)
    throw error.carrying(record ?? null)
  }
}
