import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { literal } from '../../../platform/list/statement'
import type { Dialect, Reader, Store } from '../../../platform/store'
import { UNSIGNED } from '../../record/content'
import { releaseSha256 } from '../../lot/hold'
import type { AuditRow } from '../append'
import { SEAL } from '../sealed-rows'
import { pairFaults, unreadable, type Faults, type FoundFault } from './faults'
import { signatureFields, type SignatureRow } from './record-faults'
import type { ReplayedSignature } from './replay'
import { compareAll, inTrail } from './scan'

/** Maximum of lots per batch. */
const MOST = 200

type Entry = Pick<AuditRow, 'id' | 'at' | 'actorId' | 'actorName' | 'entityId' | 'action' | 'field' | 'new' | 'reason'>
type SignedLot = { id: number; entries: Entry[]; signatures: SignatureRow[] }

/**
 * Compares the signatures of lots with the releases in the trail.
 * @returns the number of signatures
 */
export async function checkLotSignatures(store: Store, faults: Faults): Promise<number> {
  const { audits, signatures } = store.t
  const isRelease = and(eq(audits.entity, literal('lot')), eq(audits.action, literal('release')))
  let count = 0
  await compareAll<SignedLot>(store, faults, {
    sources: [
      { table: audits, id: audits.entityId, where: and(isRelease, inTrail(store.t)) },
      { table: signatures, id: signatures.entityId, where: eq(signatures.entity, literal('lot')) },
    ],
    most: MOST,
    read: (db, ids) => readLots(store, db, ids),
    visit: (lot) => (count += lot.signatures.length),
    entriesOf: ({ entries }) => entries,
    faultsOf: lotFaults,
  })
  return count
}

async function readLots(store: Dialect, db: Reader, ids: readonly number[]): Promise<SignedLot[]> {
  const { audits, signatures } = store.t
  const { id, at, actorId, actorName, entity, entityId, action, field, new: now, reason } = audits
  const isOfLots = and(eq(entity, literal('lot')), inArray(entityId, ids), inTrail(store.t))
  const entries = await db
    .select({ id, at, actorId, actorName, entityId, action, field, new: now, reason })
    .from(audits)
    .where(and(isOfLots, or(eq(action, literal('release')), eq(action, literal(SEAL)))))
    .orderBy(asc(id))
  const rows = await db
    .select()
    .from(signatures)
    .where(and(eq(signatures.entity, literal('lot')), inArray(signatures.entityId, ids)))
    .orderBy(asc(signatures.signatureId))
  const entriesOf = Map.groupBy(entries, (entry) => entry.entityId)
  const signaturesOf = Map.groupBy(rows, (row) => row.entityId)
  return ids.map((lotId) => {
    return { id: lotId, entries: entriesOf.get(lotId) ?? [], signatures: signaturesOf.get(lotId) ?? [] }
  })
}

/** The lot in its seal; undefined if unreadable. */
function sealedLot({ new: text }: Entry): { productId: number; lotNo: string } | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Changed, missing and added signatures of one lot. */
function lotFaults({ id: lotId, entries, signatures }: SignedLot): FoundFault[] {
  const expected: ReplayedSignature[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry.action !== 'release') continue
    if (entry.field === UNSIGNED) {
      expected.pop() // of the release just before
      continue
    }
    // the row after the release
    const seal = entries.slice(index).find(({ action }) => action === SEAL)
    const lot = seal && sealedLot(seal)
    if (!lot) return [unreadable(seal?.id ?? entry.id)]
    const { productId, lotNo } = lot
    expected.push({
      auditId: entry.id,
      rev: 1,
      meaning: 'released',
      signerId: entry.actorId,
      signerName: entry.actorName,
      signedAt: entry.at,
      contentSha256: releaseSha256({ lotId, productId, lotNo, status: entry.new ?? '' }),
      reason: entry.reason,
    })
  }
  const last = entries.findLast(({ action }) => action === SEAL)
  return pairFaults(expected, signatures, {
    noun: 'lotSignature',
    about: { kind: 'signature', entityId: lotId },
    subject: { lotNo: (last && sealedLot(last)?.lotNo) ?? `#${lotId}` },
    fields: signatureFields,
    nameOf: ({ signerName }) => signerName,
  })
}
