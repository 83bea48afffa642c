import { hash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { AuditEntity } from '#shared/qc/audit/words'
import type { Dialect, Reader, Writer, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { allWritten } from '../../platform/chunks/all-written'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { type RequestContext, writeOperation, type Change } from '../../access/operation-log/write'
import { programOf } from '../../access/api-token/find'
import { nameOfUser } from '../../access/user/name'
import { literal, rowById, statementIn } from '../../platform/list/statement'
import type { SettingRules } from '../../access/settings/queries'
import { isSealedKind, rowsOf, SEAL, sealedPart, sealedTable } from './sealed-rows'

/** The author of an act: the printed name, the time, and the program if a program did it. */
export type Author = { userId: number; name: string; now: number; requestId: string; program?: string }

/** One act on one record, template, … */
export type AuditEntry = {
  entity: AuditEntity
  entityId: number
  action: string
  /** The part that changed: a field, or `<itemKey>/<sampleNo>/<field>` of a value. */
  field?: string
  old?: string | null
  new?: string | null
  reasonCode?: string | null
  reason?: string | null
  /** The author of this entry, where it differs from that of the others. */
  author?: Author
}

export type AuditRow = Tables['audits']['$inferSelect']

/**
 * The author of a request, under a name that nobody else can take. Requests may overtake each other on their way to the
 * database, which stores their entries in the order of the writes. So an entry is never earlier than the last one,
 * unless the clock was set back since.
 */
export async function authorOf(
  store: Dialect,
  db: Reader,
  { operator, now, began, requestId }: RequestContext,
): Promise<Author> {
  const { userId, username, apiToken } = operator
  const [user, last] = await Promise.all([userById(store, db, userId), lastEntry(store, db)])
  const lastAt = last[0]?.at ?? 0
  const isOvertaken = lastAt > now && lastAt <= now + performance.now() - began
  const name = nameOfUser({ nickName: user?.nickName, username })
  const own = { userId, name, now: isOvertaken ? lastAt : now, requestId }
  return apiToken ? { ...own, program: programOf(apiToken) } : own
}

const userById = rowById(({ t: { users }, bind, among }, db) => {
  const { userId, nickName } = users
  return db
    .select({ userId, nickName })
    .from(users)
    .where(among(userId, bind('ids'), 'ids'))
}, 'userId')

const lastEntry = statementIn(({ t: { audits, auditHeads } }, db) =>
  db.select({ at: audits.at }).from(auditHeads).innerJoin(audits, eq(audits.id, auditHeads.lastId)),
)

/** JSON with the keys of every object in the order of their code points, so that equal content is equal text. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

type Unsealed = Omit<AuditRow, 'hash'>

const isComment = ({ entity, action }: Pick<AuditRow, 'entity' | 'action'>) =>
  entity === 'record' && action === 'comment'

/** The text in an entry written by a person: a comment or a reason. */
export const textOf = (row: Pick<AuditRow, 'entity' | 'action' | 'new' | 'reason'>) =>
  (isComment(row) ? row.new : row.reason) || undefined

/** The seal of an entry's text. It stays the same after the text is redacted. */
export function textSealOf(row: Unsealed): string | undefined {
  const text = textOf(row)
  return text === undefined ? undefined : sha256(row.prevHash + text)
}

/**
 * The hash that seals an entry and the one before it. It covers the canonical JSON with the seal of the text instead of
 * the text, so that a redacted entry can be checked against its own hash (ADR 40).
 */
export function sealOf(row: Unsealed, text = textSealOf(row)): string {
  if (text === undefined) return plainSealOf(row)
  return plainSealOf({ ...row, [isComment(row) ? 'new' : 'reason']: { sha256: text } })
}

/**
 * The seal over the text itself, used by 0.2.0 for all entries. The columns are written here in their order, which
 * takes a third of the time. An entry of a person is sealed without `program`, as all entries were before programs
 * existed.
 */
export function plainSealOf(row: Unsealed): string {
  const { action, actorId, actorName, at, entity, entityId, field, id, prevHash, reason, reasonCode, requestId } = row
  const { new: now, old, program } = row
  const upToHash = { action, actorId, actorName, at, entity, entityId, field, id, new: now, old, prevHash }
  const inOrder = { ...upToHash, ...(program !== null && { program }), reason, reasonCode, requestId }
  return sha256(prevHash + JSON.stringify(inOrder satisfies Omit<Unsealed, 'program'>))
}

type DeferredEntry = AuditEntry & { author: Author }
const deferred = new WeakMap<Writer, DeferredEntry[]>()

/** Runs `work`, then appends its entries in the order of time. For records by the hundred, each with its own time. */
export async function appendAuditInOrder(store: Dialect, db: Writer, work: () => Promise<void>): Promise<void> {
  if (deferred.has(db)) return work() // the outer call appends all
  const entries: DeferredEntry[] = []
  deferred.set(db, entries)
  await work().finally(() => deferred.delete(db))
  const inOrder = entries.toSorted((a, b) => a.author.now - b.author.now)
  if (inOrder[0]) await appendAudit(store, db, inOrder[0].author, inOrder)
}

/** True if the entries of a transaction are appended at its end, in the order of time. */
export const isAuditDeferred = (db: Writer): boolean => deferred.has(db)

/**
 * Appends to the audit trail, in the transaction of the change, after the change is written. Concurrent appends wait
 * for the end of the transaction. The last entry about a limit set, signal, lot … is followed by its seal: the whole
 * row as it is now.
 */
export async function appendAudit(store: Dialect, db: Writer, author: Author, entries: readonly AuditEntry[]) {
  if (entries.length === 0) return
  const waiting = deferred.get(db)
  if (waiting) return void waiting.push(...entries.map((entry) => ({ author, ...entry })))
  const [head] = await takenHead(store, db)
  let { lastId, lastHash } = head!
  const rows = (await withSeals(store, db, entries)).map((entry): AuditRow => {
    const by = entry.author ?? author
    const row = {
      id: ++lastId,
      at: by.now,
      actorId: by.userId,
      actorName: by.name,
      entity: entry.entity,
      entityId: entry.entityId,
      action: entry.action,
      field: entry.field ?? null,
      old: entry.old ?? null,
      new: entry.new ?? null,
      reasonCode: entry.reasonCode ?? null,
      reason: entry.reason || null,
      requestId: by.requestId,
      program: by.program ?? null,
      prevHash: lastHash,
    }
    lastHash = sealOf(row)
    return { ...row, hash: lastHash }
  })
  await allWritten(insertInBatches(store, db, 'audits', rows), movedHead(store, db, { lastId, lastHash }))
}

/**
 * True if an entry may describe a change of the row itself. Entries of exports and of a template's versions do not. An
 * entry about a setting names no row: the row has a seal of its own.
 */
const isOfRow = ({ entity, entityId, action, field }: AuditEntry) =>
  isSealedKind(entity) && entityId > 0 && action !== 'export' && !field?.startsWith('version/')

/** The entries with the seals of their rows. */
async function withSeals(store: Dialect, db: Writer, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  const last = new Map(entries.filter(isOfRow).map((entry) => [`${entry.entity} ${entry.entityId}`, entry]))
  if (last.size === 0) return entries
  const seals = new Map<AuditEntry, AuditEntry>()
  for (const [kind, own] of Map.groupBy(last.values(), ({ entity }) => entity)) {
    if (!isSealedKind(kind)) continue
    const ids = own.map(({ entityId }) => entityId)
    const rows = await rowsOf(store, db, kind, ids)
    for (const entry of own) {
      const { entityId, author } = entry
      const row = rows.get(entityId)
      const seal = { entity: kind, entityId, action: SEAL, new: row ? canonical(sealedPart(kind, row)) : null }
      seals.set(entry, author ? { ...seal, author } : seal)
    }
  }
  return entries.flatMap((entry) => [
    ...(entry.action === SEAL ? [] : [entry]),
    ...(seals.has(entry) ? [seals.get(entry)!] : []),
  ])
}

/** The update takes the lock on PostgreSQL, so that no other transaction continues from the same entry. */
const takenHead = statementIn(({ t: { auditHeads } }, db: Writer) =>
  db
    .update(auditHeads)
    .set({ id: 1 })
    .where(eq(auditHeads.id, literal(1)))
    .returning(),
)

const movedHead = statementIn(({ t: { auditHeads }, bind }, db: Writer) =>
  db
    .update(auditHeads)
    .set({ lastId: bind('lastId'), lastHash: bind('lastHash') })
    .where(eq(auditHeads.id, literal(1))),
)

/** The audited fields of a row; fields without a value are absent or null. */
type Audited = Record<string, unknown>

/** The entry of a new row, with all its fields. */
export const created = (entity: AuditEntity, entityId: number, after: Audited): AuditEntry => ({
  entity,
  entityId,
  action: 'create',
  new: canonical(after),
})

/** The entry of a deleted row, with all its fields. */
export const deleted = (entity: AuditEntity, entityId: number, before: Audited): AuditEntry => ({
  entity,
  entityId,
  action: 'delete',
  old: canonical(before),
})

export const restored = (entity: AuditEntity, entityId: number): AuditEntry => ({
  entity,
  entityId,
  action: 'restore',
})

/** One entry for each changed field. */
export const updated = (entity: AuditEntity, entityId: number, before: Audited, after: Audited): AuditEntry[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, now] = [fieldText(before[field]), fieldText(after[field])]
    return old === now ? [] : [{ entity, entityId, action: 'update', field, old, new: now }]
  })

function fieldText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? canonical(value) : String(value)
}

/** Writes changes of settings into the audit trail. */
export const auditSettings: SettingRules['audit'] = (store, db, context, changes) => {
  const entries = changes.map((change) => ({ entity: 'settings', entityId: 0, action: 'update', ...change }) as const)
  return auditRequest(store, db, context, entries)
}

/** Seals settings of quality control among parameters that were written. */
export const sealSettings: SettingRules['seal'] = async (store, db, context, configIds) =>
  auditRequest(store, db, context, await sealsOfSettings(store, db, configIds))

/** Entries that seal the settings of quality control among parameters. */
export async function sealsOfSettings(store: Dialect, db: Reader, configIds: readonly number[]): Promise<AuditEntry[]> {
  const { table, id, where } = sealedTable(store.t, 'settings')
  const isOne = and(where, inArray(id, [...configIds]))
  const rows = await db.select({ id }).from(table).where(isOne)
  return rows.map((row) => ({ entity: 'settings', entityId: Number(row.id), action: SEAL }))
}

/** Appends entries with the name of a request's user and the time of the request. */
export const auditRequest = async (
  store: Dialect,
  db: Writer,
  context: RequestContext,
  entries: readonly AuditEntry[],
): Promise<void> => appendAudit(store, db, await authorOf(store, db, context), entries)

/**
 * Appends an entry about an act that changes no row, such as an export, in its own transaction.
 * @param operation an entry of the operation log, where no other code writes one
 */
export const auditReading = (
  store: Store,
  context: RequestContext,
  entry: AuditEntry,
  operation?: Change,
): Promise<void> =>
  store.tx(async (db) => {
    if (operation) await writeOperation(store, db, context, operation)
    await auditRequest(store, db, context, [entry])
  })
