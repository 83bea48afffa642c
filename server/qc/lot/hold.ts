import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { LotStatus } from '#shared/qc/constants'
import type { LotRelease } from '#shared/qc/lot'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reading, Store, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, canonical, sha256, type AuditEntry } from '../audit/append'
import { UNSIGNED } from '../record/content'
import { laterThan } from '../../access/crud/seen'
import { literal, oneRow } from '../../platform/list/statement'

/** Puts an open lot on hold, with a reason. @throws Refusal if it is missing or not open */
export const holdLot = (store: Store, lotId: number, reason: string, context: RequestContext) =>
  store.tx((db) => moved(store, db, lotId, { from: 'open', to: 'hold', action: 'hold', reason }, context))

/**
 * Releases a lot from its hold: signed, with a reason.
 * @param isSigned true if the installation requires signatures
 * @throws Refusal if it is missing or not on hold
 */
export const releaseLot = (
  store: Store,
  lotId: number,
  { status: to, reason }: Pick<LotRelease, 'status' | 'reason'>,
  context: RequestContext,
  isSigned: boolean,
): Promise<void> =>
  store.tx(async (db) => {
    const change = { from: 'hold', to, action: 'release', reason, isSigned } as const
    const { productId, lotNo } = await moved(store, db, lotId, change, context)
    if (!isSigned) return
    const { userId: signerId, name: signerName, now: signedAt } = await authorOf(store, db, context)
    await db.insert(store.t.signatures).values({
      entity: 'lot',
      entityId: lotId,
      rev: 1,
      meaning: 'released',
      signerId,
      signerName,
      signedAt,
      contentSha256: releaseSha256({ lotId, productId, lotNo, status: to }),
      reason,
    })
  })

type Released = { lotId: number; productId: number; lotNo: string; status: string }

/** The hash signed by a release. The reason is stored separately, where it can be redacted. */
export const releaseSha256 = (released: Released): string => sha256(canonical(released))

type Move = { from: LotStatus; to: LotStatus; action: 'hold' | 'release'; reason: string; isSigned?: boolean }

/** @throws Refusal if the lot is missing or in another status */
async function moved(store: Dialect, db: Writer, lotId: number, move: Move, context: RequestContext) {
  const { lots } = store.t
  const { from, to, action, reason, isSigned = true } = move
  const [row] = await db
    .update(lots)
    .set({ status: to, updatedAt: laterThan(lots.updatedAt, context.now) })
    .where(and(eq(lots.lotId, lotId), eq(lots.status, from)))
    .returning()
  if (!row) {
    const [present] = await db.select({ lotNo: lots.lotNo }).from(lots).where(eq(lots.lotId, lotId))
    if (!present) throw notFound()
    throw new Refusal(codes.conflict, from === 'hold' ? 'qcLot.notOnHold' : 'qcLot.notOpen', present)
  }
  const sides = { before: { status: from }, after: { status: to } }
  await writeOperation(store, db, context, { action: 'status', record: String(lotId), name: row.lotNo, ...sides })
  const about = { entity: 'lot', entityId: lotId, action } as const
  const entries: AuditEntry[] = [{ ...about, field: 'status', old: from, new: to, reason }]
  if (!isSigned) entries.push({ ...about, field: UNSIGNED, new: 'true' })
  await appendAudit(store, db, await authorOf(store, db, context), entries)
  return row
}

const openSince = oneRow(({ db, t: { lots, audits }, bind }) =>
  db
    .select({ lotId: lots.lotId })
    .from(lots)
    .where(
      and(
        eq(lots.lotId, bind('lotId')),
        eq(lots.status, literal('open')),
        sql`not exists ${db
          .select({ id: audits.id })
          .from(audits)
          .where(
            and(
              eq(audits.entity, literal('lot')),
              eq(audits.entityId, lots.lotId),
              eq(audits.action, literal('release')),
              gte(audits.at, bind('since')),
            ),
          )
          .orderBy(desc(audits.id))}`,
      ),
    ),
)

/** True if a lot is open and was not released since an instant. */
export const isOpenSince = async (store: Reading, lotId: number, since: number): Promise<boolean> =>
  (await openSince(store, { lotId, since })) !== undefined
