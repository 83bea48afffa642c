import { and, asc, eq, inArray } from 'drizzle-orm'
import { literal } from '../../../platform/list/statement'
import { rowsInChunks } from '../../../platform/chunks/chunk'
import type { Dialect, Reader, Store } from '../../../platform/store'
import type { CodeRow } from '../../label/queries'
import type { AuditRow } from '../append'
import type { Faults, FoundFault } from './faults'
import { compareAll, inTrail } from './scan'

/** Maximum of labelled things per batch. */
const MOST = 200

type Entry = Pick<AuditRow, 'id' | 'at' | 'actorId' | 'entityId' | 'action' | 'old' | 'new'>
/** The entries about the labels of the things with an id, of any kind, and the labels of these entries. */
type Labelled = { id: number; entries: Entry[]; codes: ReadonlyMap<string, CodeRow> }

/**
 * Compares the labels that the trail names with their issue and revocation.
 * @returns the number of labels
 */
export async function checkLabels(store: Store, faults: Faults): Promise<number> {
  const { audits } = store.t
  let count = 0
  await compareAll<Labelled>(store, faults, {
    sources: [{ table: audits, id: audits.entityId, where: and(eq(audits.entity, literal('qr')), inTrail(store.t)) }],
    most: MOST,
    read: (db, ids) => readLabelled(store, db, ids),
    visit: ({ entries }) => (count += issuedIn(entries).length),
    entriesOf: ({ entries }) => entries,
    faultsOf: labelFaults,
  })
  return count
}

const issuedIn = (entries: readonly Entry[]) =>
  entries.flatMap(({ action, new: code }) => (action === 'issue' && code !== null ? [code] : []))

async function readLabelled(store: Dialect, db: Reader, ids: readonly number[]): Promise<Labelled[]> {
  const { audits, qrCodes } = store.t
  const { id, at, actorId, entityId, action, old, new: now } = audits
  const entries = await db
    .select({ id, at, actorId, entityId, action, old, new: now })
    .from(audits)
    .where(and(eq(audits.entity, literal('qr')), inArray(entityId, ids), inTrail(store.t)))
    .orderBy(asc(id))
  const rows = await rowsInChunks(issuedIn(entries), (chunk) =>
    db.select().from(qrCodes).where(inArray(qrCodes.code, chunk)),
  )
  const codes = new Map(rows.map((row) => [row.code, row]))
  const entriesOf = Map.groupBy(entries, (entry) => entry.entityId)
  return ids.map((thing) => ({ id: thing, entries: entriesOf.get(thing) ?? [], codes }))
}

function labelFaults({ id, entries, codes }: Labelled): FoundFault[] {
  return issuedIn(entries).flatMap((code): FoundFault[] => {
    const about = { kind: 'qr', entityId: id } as const
    const row = codes.get(code)
    if (row?.refId !== id) return [{ ...about, key: 'qcAudit.fault.thingGone', values: { thing: code } }]
    const revocation = entries.find(({ action, old }) => action === 'revoke' && old === code)
    const differs = (field: 'revokedAt' | 'revokedBy', expected: number | undefined): FoundFault => ({
      ...about,
      field,
      expected: expected === undefined ? null : String(expected),
      found: row[field] === null ? null : String(row[field]),
      key: 'qcAudit.fault.thingChanged',
      values: { thing: code, field },
    })
    // an entry may be a little later than its act
    if ((row.revokedAt === null) !== (revocation === undefined)) return [differs('revokedAt', revocation?.at)]
    return row.revokedBy === (revocation?.actorId ?? null) ? [] : [differs('revokedBy', revocation?.actorId)]
  })
}
