import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import { signatureSeriesOf } from '../../access/login/signature-series'
import { Refusal, found } from '../../platform/http/refusal'
import type { SessionEnv } from '../../access/session/session-env'
import { getRecord } from './detail'
import type { Viewer } from './list'

/** A record in the operator's data scope. @throws Refusal 404 */
export const recordFor = async (c: Context<SessionEnv>, id: number): Promise<RecordDetail> =>
  found(await detailFor(c, id))

async function detailFor(c: Context<SessionEnv>, id: number): Promise<RecordDetail | undefined> {
  const { store, operator, settings } = c.var
  const [record, series] = await Promise.all([getRecord(store, id, operator, settings), signatureSeriesOf(c)])
  return record && { ...record, ...series }
}

/** The reader of a list of records. */
export const viewerOf = ({ var: { operator, now, settings } }: Context<SessionEnv>): Viewer => ({
  operator,
  now,
  isSelfAllowed: settings.selfReview,
})

/** Runs a change of a record. If its state forbids the change, the answer carries the present record. */
export async function withRecord<Result>(c: Context<SessionEnv>, id: number, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== codes.conflict) throw error
    throw error.carrying((await detailFor(c, id)) ?? null)
  }
}
