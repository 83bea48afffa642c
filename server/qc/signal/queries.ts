import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { SignalState } from '#shared/qc/analysis/kinds'
import type { SignalAck, SignalClose } from '#shared/qc/signal'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { notFound, Refusal } from '../../platform/http/refusal'
import { rowBy } from '../../platform/list/rows-by'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, authorOf, type AuditEntry, type Author } from '../audit/append'
import { publishEvents } from '../feed/queries'
import { refuseUnknownCodes } from '../record/check'
import { recordInScope } from '../record/scope'
import { getSignal } from './list'

type Step = {
  action: 'acknowledge' | 'close'
  from: readonly SignalState[]
  lockVersion: number
  change: (author: Author) => Partial<Tables['signals']['$inferSelect']>
  reasons: Pick<AuditEntry, 'reasonCode' | 'reason'>
}

/** Acknowledges a signal. @throws Refusal with the signal if it is not open, or another request was faster */
export const acknowledgeSignal = (
  store: Store,
  signalId: number,
  { lockVersion, comment }: SignalAck,
  context: RequestContext,
): Promise<void> =>
  stepSignal(store, signalId, context, () => ({
    action: 'acknowledge',
    from: ['open'],
    lockVersion,
    change: ({ userId: ackBy, name: ackName, now: ackAt }) => {
      return { state: 'acknowledged', ackBy, ackName, ackAt, ...(comment && { comment }) }
    },
    reasons: { reason: comment || null },
  }))

/** Closes a signal with cause and action taken. @throws Refusal as {@link acknowledgeSignal}, and for unknown codes */
export const closeSignal = (
  store: Store,
  signalId: number,
  { lockVersion, causeCode, actionCode, comment }: SignalClose,
  context: RequestContext,
): Promise<void> =>
  stepSignal(store, signalId, context, async (db) => {
    await refuseUnknownCodes(store, db, { causeCode, actionCode })
    return {
      action: 'close',
      from: ['open', 'acknowledged'],
      lockVersion,
      change: ({ userId: closedBy, name: closedName, now: closedAt }) => {
        const said = { causeCode, actionCode, ...(comment && { comment }) }
        return { state: 'closed', closedBy, closedName, closedAt, ...said }
      },
      reasons: { reasonCode: `${causeCode}/${actionCode}`, reason: comment || null },
    }
  })

/** Runs a step of a signal in one transaction. If another request was faster, the answer carries the present signal. */
async function stepSignal(
  store: Store,
  signalId: number,
  context: RequestContext,
  stepFor: (db: Writer) => Step | Promise<Step>,
): Promise<void> {
  try {
    await scopedTx(store, context, async (db, scope) =>
      writeStep(store, db, { signalId, scope, context }, await stepFor(db)),
    )
  } catch (error) {
    const isOvertaken = error instanceof Refusal && error.code === codes.conflict
    throw isOvertaken ? error.carrying(await getSignal(store, signalId, context.operator)) : error
  }
}

const signalById = rowBy('signals', 'signalId')
const productById = rowBy('products', 'productId', { fields: ['code'] })

async function writeStep(
  store: Dialect,
  db: Writer,
  { signalId, scope, context }: { signalId: number; scope: Scope | undefined; context: RequestContext },
  { action, from, lockVersion, change, reasons }: Step,
) {
  const { signals } = store.t
  const signal = await signalById(store, db, signalId)
  const record = signal && (await recordInScope(store, db, signal.qcValueBaseId, scope))
  if (!record) throw notFound()
  if (!from.includes(signal.state)) throw new Refusal(codes.conflict, `qcSignal.notWhile.${signal.state}`)
  const author = await authorOf(store, db, context)
  const [changed] = await db
    .update(signals)
    .set({ ...change(author), lockVersion: lockVersion + 1, updatedAt: context.now })
    .where(and(eq(signals.signalId, signalId), eq(signals.lockVersion, lockVersion)))
    .returning()
  if (!changed) throw new Refusal(codes.conflict, 'qcSignal.stale')
  await writeOperation(store, db, context, { action: 'status', record: String(signalId), name: record.recordNo })
  const { state, rule, itemKey, qcValueBaseId, productId } = changed
  const about = { entity: 'signal', entityId: signalId, action, field: 'state' } as const
  await appendAudit(store, db, author, [{ ...about, old: signal.state, new: state, ...reasons }])
  const product = await productById(store, db, productId)
  const payload = { signalId, state, rule, itemKey, qcValueBaseId, product: product!.code }
  const { deptId, operatorId } = record
  await publishEvents(store, db, [{ type: 'signal', productId, deptId, operatorId, payload }])
}
