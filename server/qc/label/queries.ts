import { rowBy } from '../../platform/list/rows-by'
import { setBounded } from '../../platform/cache/lru'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { codeIn, newCode } from '#shared/qc/code'
import type { CodeKind } from '#shared/qc/constants'
import type { CodesWanted, Revocation } from '#shared/qc/label/schema'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { appendAudit, authorOf, type AuditEntry } from '../audit/append'
import { statementIn } from '../../platform/list/statement'
import { thingsOf, type Thing } from './target'

export type CodeRow = Tables['qrCodes']['$inferSelect']

const MAX_TRIES = 5

/**
 * Gives each thing without a code a new one.
 * @returns the codes in the order of the ids
 * @throws Refusal 404 if a thing does not exist or is outside of the operator's scope
 */
export const issueCodes = (store: Store, { kind, ids }: CodesWanted, context: RequestContext): Promise<CodeRow[]> =>
  scopedTx(store, context, async (db, scope) => {
    const things = await thingsOf(store, db, kind, ids, scope)
    if (ids.some((id) => !things.has(id))) throw notFound()
    let codesOf = await validCodes(store, db, kind, ids)
    const without = [...things.values()].filter(({ refId }) => !codesOf.has(refId))
    // Repeated if a random code was taken; a concurrent call may also have been faster.
    for (let left = without, tries = 0; left.length > 0; tries += 1) {
      if (tries === MAX_TRIES) throw new Error('no free code was found')
      await insertCodes(store, db, kind, left, context)
      codesOf = await validCodes(store, db, kind, ids)
      left = left.filter(({ refId }) => !codesOf.has(refId))
    }
    if (without.length > 0) {
      const [record, name] = [without.map(({ refId }) => refId).join(), without.map(({ title }) => title).join(', ')]
      await writeOperation(store, db, context, { action: 'create', record, name })
      const issued = without.map(({ refId }) => ({ refId, code: codesOf.get(refId)!.code }))
      const author = await authorOf(store, db, context)
      const entries = issued.map(({ refId, code }): AuditEntry => {
        return { entity: 'qr', entityId: refId, action: 'issue', field: 'code', old: null, new: code }
      })
      await appendAudit(store, db, author, entries)
    }
    return ids.map((id) => codesOf.get(id)!) // each has one now
  })

async function validCodes({ t: { qrCodes } }: Dialect, db: Reader, kind: CodeKind, ids: readonly number[]) {
  const found: CodeRow[] = []
  for (const chunk of chunks(ids)) {
    const valid = and(eq(qrCodes.kind, kind), inArray(qrCodes.refId, chunk), isNull(qrCodes.revokedAt))
    found.push(...(await db.select().from(qrCodes).where(valid)))
  }
  return new Map(found.map((row) => [row.refId, row]))
}

async function insertCodes(
  { t: { qrCodes } }: Dialect,
  db: Writer,
  kind: CodeKind,
  things: Thing[],
  context: RequestContext,
) {
  const { operator, now: createdAt } = context
  const rows = things.map(({ refId, productId }) => {
    return { code: newCode(), kind, refId, productId, createBy: operator.userId, createdAt }
  })
  for (const chunk of chunks(rows)) await db.insert(qrCodes).values(chunk).onConflictDoNothing()
}

/**
 * The row of a typed or scanned code.
 * @throws Refusal 404 with its reason: mistyped or unknown
 */
export async function findCode(store: Dialect, db: Reader, typed: string): Promise<CodeRow> {
  const code = codeIn(typed)
  if (code === undefined) throw new Refusal(codes.notFound, 'qcQr.malformed')
  const row = await rowByCode(store, db, code)
  if (!row) throw unknownCode()
  return row
}

const rowByCode = rowBy('qrCodes', 'code')

/** The same answer for things outside of the operator's data scope, so that it does not reveal them. */
export const unknownCode = () => new Refusal(codes.notFound, 'qcQr.unknown')

/** @throws Refusal 404 if the code is revoked */
export function refuseRevoked({ revokedAt }: CodeRow) {
  if (revokedAt !== null) throw new Refusal(codes.notFound, 'qcQr.revoked')
}

/**
 * Revokes a code; its thing may get another. The audit trail has the author and the reason.
 * @returns the code
 * @throws Refusal 404 as {@link findCode}, 409 if it is already revoked
 */
export const revokeCode = (
  store: Store,
  typed: string,
  { reason }: Revocation,
  context: RequestContext,
): Promise<string> =>
  scopedTx(store, context, async (db, scope) => {
    const { qrCodes } = store.t
    const { code, kind, refId, revokedAt } = await findCode(store, db, typed)
    const things = await thingsOf(store, db, kind, [refId], scope)
    const thing = things.get(refId)
    // A deleted thing is in no data scope, and its label may still be on the wall. Records are never deleted.
    if (!thing && kind === 'record') throw unknownCode()
    if (revokedAt !== null) throw new Refusal(codes.conflict, 'qcQr.revokedAlready')
    await db
      .update(qrCodes)
      .set({ revokedAt: context.now, revokedBy: context.operator.userId })
      .where(eq(qrCodes.code, code))
    await writeOperation(store, db, context, { action: 'status', record: code, name: thing?.title ?? code })
    const author = await authorOf(store, db, context)
    await appendAudit(store, db, author, [
      { entity: 'qr', entityId: refId, action: 'revoke', field: 'code', old: code, new: null, reason },
    ])
    return code
  })

/** Another view of a label within this time is no new scan: browsers reload pages when they become visible. */
const PAUSE_MS = 60_000
const MAX_SCANS = 10_000

/** The last scan of each label by each user, per database, the oldest first. */
const counted = new WeakMap<Reader, Map<string, number>>()

/** Counts a scan of a label, at most once a minute per user. It has no log entry. */
export async function countScan(store: Store, code: string, { operator, now }: RequestContext): Promise<void> {
  const scannedAt = counted.getOrInsertComputed(store.db, () => new Map())
  const key = `${operator.userId} ${code}`
  if (now - (scannedAt.get(key) ?? -Infinity) < PAUSE_MS) return
  setBounded(scannedAt, key, now, MAX_SCANS)
  await store.tx((db) => scanned(store, db, { code }))
}

const scanned = statementIn(({ t: { qrCodes }, bind }, db: Writer) =>
  db
    .update(qrCodes)
    .set({ scans: sql`${qrCodes.scans} + 1` })
    .where(eq(qrCodes.code, bind('code'))),
)
