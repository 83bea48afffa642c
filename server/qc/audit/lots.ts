import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { AuditRow } from './queries'
import type { Faults, FoundFault } from './fault'
import { inTrail, nextIds, type IdSource } from './ids'
import { inAdaptiveBatches } from './batching'
import { isThat, pairs, sidesOf, unreadable, type SignatureRow } from './record'
import type { ReplayedSignature } from './replay'
import { SEAL } from './rows'
import { releaseSha256 } from '../lot/hold'
import { UNSIGNED } from '../record/content'
import { literal } from '../../platform/list/statement'

/** Lots that are compared in one go at most. */
const MOST = 200

type Entry = Pick<AuditRow, 'id' | 'at' | 'actorId' | 'actorName' | 'entityId' | 'action' | 'field' | 'new' | 'reason'>
type SignedLot = { lotId: number; entries: Entry[]; signatures: SignatureRow[] }

const ofLots = ({ t: { signatures } }: Dialect): SQL => eq(signatures.entity, literal('lot'))
const releases = ({ t: { audits } }: Store): SQL =>
  and(eq(audits.entity, literal('lot')), eq(audits.action, literal('release')))!

/**
 * Compares the signatures of lots with the releases that the trail tells of. One that seems to differ is looked at once
 * more while nobody writes. Of a lot whose entries were themselves changed nothing can be said.
 * @returns how many signatures there are
 */
export async function checkLotSignatures(store: Store, faults: Faults): Promise<number> {
  const { audits, signatures } = store.t
  const sources: IdSource[] = [
    { table: audits, id: audits.entityId, where: and(releases(store), inTrail(store.t)) },
    { table: signatures, id: signatures.entityId, where: ofLots(store) },
  ]
  let many = 0
  let after: number | undefined
  await inAdaptiveBatches(MOST, async (size) => {
    const ids = await nextIds(store.db, sources, after, size)
    after = ids.at(-1)
    if (after === undefined) return false
    for (const lot of await readLots(store, store.db, ids)) {
      many += lot.signatures.length
      if (lot.entries.some(({ id }) => faults.isUntrue(id)) || lotFaults(lot).length === 0) continue
      const certain = await store.tx(async (db) => (await readLots(store, db, [lot.lotId])).flatMap(lotFaults))
      for (const fault of certain) faults.add(fault)
    }
    return true
  })
  return many
}

async function readLots(store: Dialect, db: Reader, ids: readonly number[]): Promise<SignedLot[]> {
  const { audits, signatures } = store.t
  const { id, at, actorId, actorName, entityId, action, field, new: now, reason } = audits
  const entries = await db
    .select({ id, at, actorId, actorName, entityId, action, field, new: now, reason })
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('lot')),
        inArray(entityId, ids),
        or(eq(action, literal('release')), eq(action, literal(SEAL))),
        inTrail(store.t),
      ),
    )
    .orderBy(asc(id))
  const rows = await db
    .select()
    .from(signatures)
    .where(and(ofLots(store), inArray(signatures.entityId, ids)))
    .orderBy(asc(signatures.signatureId))
  const entriesOf = Map.groupBy(entries, (entry) => entry.entityId)
  const signaturesOf = Map.groupBy(rows, (row) => row.entityId)
  return ids.map((lotId) => {
    return { lotId, entries: entriesOf.get(lotId) ?? [], signatures: signaturesOf.get(lotId) ?? [] }
  })
}

type Sealed = { productId: number; lotNo: string }

/** What a seal says that a lot is; undefined where nothing can be read. */
function sealedLot({ new: text }: Entry): Sealed | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Signatures of one lot that were changed, taken away or put in. */
function lotFaults({ lotId, entries, signatures }: SignedLot): FoundFault[] {
  const replayed: ReplayedSignature[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry.action !== 'release') continue
    if (entry.field === UNSIGNED) {
      replayed.pop() // of the release just before
      continue
    }
    // the row as the release has left it
    const seal = entries.slice(index).find(({ action }) => action === SEAL)
    const sealed = seal && sealedLot(seal)
    if (!sealed) return [unreadable(seal?.id ?? entry.id)]
    const { id, at, actorId, actorName, new: status, reason } = entry
    replayed.push({
      auditId: id,
      rev: 1,
      meaning: 'released',
      signerId: actorId,
      signerName: actorName,
      signedAt: at,
      contentSha256: releaseSha256({ lotId, productId: sealed.productId, lotNo: sealed.lotNo, status: status ?? '' }),
      reason,
    })
  }
  const { changed, gone, added } = pairs(replayed, signatures, isThat)
  const last = entries.findLast(({ action }) => action === SEAL)
  const lotNo = (last && sealedLot(last)?.lotNo) ?? `#${lotId}`
  const about = { kind: 'signature', entityId: lotId } as const
  return [
    ...changed.map(([{ auditId, ...was }, is]): FoundFault => {
      const values = { lotNo, name: was.signerName }
      return { ...about, auditId, key: 'qcAudit.fault.lotSignatureChanged', values, ...sidesOf(was, is) }
    }),
    ...gone.map(({ auditId, signerName: name }): FoundFault => {
      return { ...about, auditId, key: 'qcAudit.fault.lotSignatureGone', values: { lotNo, name } }
    }),
    ...added.map(({ signerName: name }): FoundFault => {
      return { ...about, key: 'qcAudit.fault.lotSignatureAdded', values: { lotNo, name } }
    }),
  ]
}
