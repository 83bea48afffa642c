import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { SignalState } from '#shared/qc/analysis/kinds'
import type { SignalAck, SignalClose } from '#shared/qc/signal'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, type AuditEntry, type Author } from '../audit/queries'
import { publishEvents } from '../feed/queries'
import { refuseUnknownCodes } from '../record/check'
import { basesIn } from '../record/scope'
import { getSignal } from './list'

type Row = Tables['signals']['$inferSelect']
type Step = {
  action: 'acknowledge' | 'close'
  from: readonly SignalState[]
  lockVersion: number
  change: (author: Author) => Partial<Row>
  said: Pick<AuditEntry, 'reasonCode' | 'reason'>
}

/** Says that somebody knows of a signal. @throws Refusal carrying the signal when it is not open, or somebody else was faster */
export const acknowledgeSignal = (
  store: Store,
  signalId: number,
  { lockVersion, comment }: SignalAck,
  context: RequestContext,
): Promise<void> =>
  stepping(store, signalId, context, (db, scope) =>
    step(
      store,
      db,
      { signalId, scope, context },
      {
        action: 'acknowledge',
        from: ['open'],
        lockVersion,
        change: ({ userId, name, now }) => ({
          state: 'acknowledged',
          ackBy: userId,
          ackName: name,
          ackAt: now,
          ...(comment && { comment }),
        }),
        said: { reason: comment || null },
      },
    ),
  )

/** Says where a signal came from and what was done. @throws Refusal as {@link acknowledgeSignal}, and for codes that are no entries */
export const closeSignal = (
  store: Store,
  signalId: number,
  { lockVersion, causeCode, actionCode, comment }: SignalClose,
  context: RequestContext,
): Promise<void> =>
  stepping(store, signalId, context, async (db, scope) => {
    await refuseUnknownCodes(store, db, { causeCode, actionCode })
    await step(
      store,
      db,
      { signalId, scope, context },
      {
        action: 'close',
        from: ['open', 'acknowledged'],
        lockVersion,
        change: ({ userId, name, now }) => ({
          state: 'closed',
          causeCode,
          actionCode,
          closedBy: userId,
          closedName: name,
          closedAt: now,
          ...(comment && { comment }),
        }),
        said: { reasonCode: `${causeCode}/${actionCode}`, reason: comment || null },
      },
    )
  })

/** One transaction; whoever was overtaken in it hears what the signal is by now. */
async function stepping(
  store: Store,
  signalId: number,
  context: RequestContext,
  work: (db: Writer, scope: Scope | undefined) => Promise<void>,
): Promise<void> {
  try {
    await scopedTx(store, context, work)
  } catch (error) {
    const isOvertaken = error instanceof Refusal && error.code === codes.conflict
    throw isOvertaken ? error.carrying(await getSignal(store, signalId, context.operator)) : error
  }
}

type About = { signalId: number; scope: Scope | undefined; context: RequestContext }

async function step(
  store: Dialect,
  db: Writer,
  { signalId, scope, context }: About,
  { action, from, lockVersion, change, said }: Step,
) {
  const { signals, products } = store.t
  const [row] = await db.select().from(signals).where(eq(signals.signalId, signalId))
  const record = row && (await basesIn(store, db, [row.qcValueBaseId], scope)).get(row.qcValueBaseId)
  if (!row || !record) throw notFound()
  if (!from.includes(row.state)) throw new Refusal(codes.conflict, `qcSignal.notWhile.${row.state}`)
  const author = await authorOf(store, db, context)
  const after = change(author)
  const [changed] = await db
    .update(signals)
    .set({ ...after, lockVersion: lockVersion + 1, updatedAt: context.now })
    .where(and(eq(signals.signalId, signalId), eq(signals.lockVersion, lockVersion)))
    .returning()
  if (!changed) throw new Refusal(codes.conflict, 'qcSignal.stale')
  await writeOperation(store, db, context, { action: 'status', record: String(signalId), name: record.recordNo })
  const { state, rule, itemKey, qcValueBaseId, productId } = changed
  const about = { entity: 'signal', entityId: signalId, action, field: 'state', old: row.state, new: state } as const
  await appendAudit(store, db, author, [{ ...about, ...said }])
  const [product] = await db.select({ code: products.code }).from(products).where(eq(products.productId, productId))
  const payload = { signalId, state, rule, itemKey, qcValueBaseId, product: product!.code }
  const { deptId, operatorId } = record
  await publishEvents(store, db, [{ type: 'signal', productId, deptId, operatorId, payload }])
}
