import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AuditEntity } from '#shared/qc/audit/words'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import type { RequestContext } from '../../access/operation-log/write'
import { printedName } from '../../access/user/printed-name'
import { isSealedKind, rowsOf, SEAL, sealedPart } from './rows'
import { literal, statementIn } from '../../platform/list/statement'

export type { AuditEntity }

/** Who does something, under the name that is printed, and when. */
export type Author = { userId: number; name: string; now: number; requestId: string }

/** One thing that happened to one record, template, … */
export type AuditEntry = {
  entity: AuditEntity
  entityId: number
  action: string
  /** What of it: a field, or `<itemKey>/<sampleNo>/<field>` of a value. */
  field?: string
  old?: string | null
  new?: string | null
  reasonCode?: string | null
  reason?: string | null
  /** Who has done it, where that is not the author of them all. */
  author?: Author
}

export type AuditRow = Tables['audits']['$inferSelect']

/**
 * The author of a request, under a name that nobody else can take. Requests are overtaken on their way to the database,
 * where what they do is told in the order in which it is done: what is done now is of no earlier time than the last entry,
 * unless the clock was set back since.
 */
export async function authorOf(
  store: Dialect,
  db: Reader,
  { operator, now, began, requestId }: RequestContext,
): Promise<Author> {
  const { userId, username } = operator
  const [known] = await nickNameAndLast(store, db, { userId })
  const { nickName, lastAt = null } = known ?? {}
  const isOvertaken = lastAt !== null && lastAt > now && lastAt <= now + performance.now() - began
  return { userId, name: printedName({ nickName, username }), now: isOvertaken ? lastAt : now, requestId }
}

const nickNameAndLast = statementIn(({ t: { users, audits, auditHeads }, bind }, db) =>
  db
    .select({ nickName: users.nickName, lastAt: audits.at })
    .from(auditHeads)
    .leftJoin(users, eq(users.userId, bind('userId')))
    .leftJoin(audits, eq(audits.id, auditHeads.lastId)),
)

/** JSON with the keys of every object in the order of their code points: equal content is equal text. */
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

/** The text that a person wrote into an entry: a comment or a reason. */
export const textOf = (row: Pick<AuditRow, 'entity' | 'action' | 'new' | 'reason'>) =>
  (isComment(row) ? row.new : row.reason) || undefined

/** By what an entry seals its text; it says the same once the text is redacted. */
export function textSealOf(row: Unsealed): string | undefined {
  const text = textOf(row)
  return text === undefined ? undefined : sha256(row.prevHash + text)
}

/**
 * The hash that seals an entry together with the one before it: of its canonical JSON with the seal of its text in the
 * place of the text, so that a redacted entry is held against its own hash (ADR 40).
 */
export function sealOf(row: Unsealed, text = textSealOf(row)): string {
  if (text === undefined) return plainSealOf(row)
  return plainSealOf({ ...row, [isComment(row) ? 'new' : 'reason']: { sha256: text } })
}

/**
 * The same of the text itself, as 0.2.0 sealed all entries. The columns are written here in their order, which takes a
 * third of the time.
 */
export function plainSealOf(row: Unsealed): string {
  const { action, actorId, actorName, at, entity, entityId, field, id, prevHash, reason, reasonCode, requestId } = row
  const { new: now, old } = row
  const inOrder = { action, actorId, actorName, at, entity, entityId, field, id, new: now, old, prevHash, reason }
  return sha256(prevHash + JSON.stringify({ ...inOrder, reasonCode, requestId } satisfies Unsealed))
}

const inserted = ({ t: { audits } }: Dialect, db: Writer, rows: AuditRow[]) => db.insert(audits).values(rows)

type AuthoredEntry = AuditEntry & { author: Author }
const deferred = new WeakMap<Writer, AuthoredEntry[]>()

/**
 * Does `work`, and appends what it tells afterwards in the order of time: for what is entered by the hundred, each with
 * a time of its own.
 */
export async function appendAuditInOrder(store: Dialect, db: Writer, work: () => Promise<void>): Promise<void> {
  if (deferred.has(db)) return work() // who has begun tells it all
  const entries: AuthoredEntry[] = []
  deferred.set(db, entries)
  await work().finally(() => deferred.delete(db))
  const inOrder = entries.toSorted((a, b) => a.author.now - b.author.now)
  if (inOrder[0]) await appendAudit(store, db, inOrder[0].author, inOrder)
}

/** Whether what a transaction does is told afterwards, in the order of time. */
export const isAuditDeferred = (db: Writer): boolean => deferred.has(db)

/**
 * Appends to the audit trail, in the transaction of what is told, once it is written. Others who append wait for its end.
 * After the last entry about a limit set, signal, lot … follows its seal: the whole row as it is by now.
 */
export async function appendAudit(store: Dialect, db: Writer, author: Author, entries: readonly AuditEntry[]) {
  if (entries.length === 0) return
  const later = deferred.get(db)
  if (later) return void later.push(...entries.map((entry) => ({ author, ...entry })))
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
      prevHash: lastHash,
    }
    lastHash = sealOf(row)
    return { ...row, hash: lastHash }
  })
  await insertInBatches(store, db, rows, inserted)
  await movedHead(store, db, { lastId, lastHash })
}

const thingOf = ({ entity, entityId }: AuditEntry) => `${entity} ${entityId}`

/** Whether an entry may tell of a change of the row itself: those of exports and of a template's versions do not. */
const isOfRow = ({ entity, action, field }: AuditEntry) =>
  isSealedKind(entity) && action !== 'export' && !field?.startsWith('version/')

/** The entries with the seals of what they are about. */
async function withSeals(store: Dialect, db: Writer, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  const last = new Map(entries.filter(isOfRow).map((entry) => [thingOf(entry), entry]))
  if (last.size === 0) return entries
  const seals = new Map<AuditEntry, AuditEntry>()
  for (const [kind, some] of Map.groupBy(last.values(), ({ entity }) => entity)) {
    if (!isSealedKind(kind)) continue
    const ids = some.map(({ entityId }) => entityId)
    const rows = await rowsOf(store, db, kind, ids)
    for (const entry of some) {
      const row = rows.get(entry.entityId)
      const { author } = entry
      const about = { entity: kind, entityId: entry.entityId, action: SEAL, ...(author && { author }) }
      seals.set(entry, { ...about, new: row ? canonical(sealedPart(kind, row)) : null })
    }
  }
  return entries.flatMap((entry) => [
    ...(entry.action === SEAL ? [] : [entry]),
    ...(seals.has(entry) ? [seals.get(entry)!] : []),
  ])
}

/** Writing takes the lock on PostgreSQL, so that nobody else goes on from the same entry. */
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
