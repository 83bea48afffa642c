import { and, eq, exists, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { REDACTED } from '#shared/qc/constants'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import {
  appendAudit,
  authorOf,
  plainSealOf,
  sealOf,
  textOf,
  textSealOf,
  type AuditEntry,
  type AuditRow,
} from './append'
import { literal } from '../../platform/list/statement'

/** The entry without its text. It keeps its hash. */
function redacted(row: AuditRow): AuditRow {
  const isComment = row.entity === 'record' && row.action === 'comment'
  return isComment ? { ...row, new: REDACTED } : { ...row, reason: REDACTED }
}

/**
 * Replaces the text of an entry in every place where the same act wrote it: in its other entries, comments, signatures,
 * records, limits, exclusions, signals, versions of templates, operations and kept answers. For each entry, a `redact`
 * entry is appended with the seal of the rest, so that the rest of a redacted entry is as protected as before (ADR 40).
 * @throws Refusal 404; 409 if there is no text, or no longer; 400 at `reason` if it repeats the text
 */
export const redactEntry = (store: Store, id: number, reason: string, context: RequestContext): Promise<void> =>
  store.tx(async (db) => {
    const { audits } = store.t
    const [entry] = await db.select().from(audits).where(eq(audits.id, id))
    if (!entry) throw notFound()
    const text = textOf(entry)
    if (text === undefined || entry.action === 'redact') throw new Refusal(codes.conflict, 'qcAudit.nothingToRedact')
    if (text === REDACTED) throw new Refusal(codes.conflict, 'qcAudit.isRedacted')
    if (reason.includes(text)) throw new Refusal(codes.badRequest, 'qcAudit.reasonRepeats').at('reason')
    const rows = await db
      .select()
      .from(audits)
      .where(and(eq(audits.at, entry.at), eq(audits.requestId, entry.requestId)))
    const same = rows.filter((row) => textOf(row) === text)
    const author = await authorOf(store, db, context)
    const entries = same.map((row): AuditEntry => ({
      entity: 'audit',
      entityId: row.id,
      action: 'redact',
      old: textSealOf(row) ?? null,
      new: plainSealOf(redacted(row)),
      reason,
    }))
    await appendAudit(store, db, author, entries)
    for (const row of same) await redactCopies(store, db, row, text)
    for (const row of same) {
      const { new: now, reason: said } = redacted(row)
      await db.update(audits).set({ new: now, reason: said }).where(eq(audits.id, row.id))
    }
    await redactChangeNotes(store, db)
    await redactOperations(store, db, entry.requestId, text)
    await redactAnswers(store, db, text)
    await writeOperation(store, db, context, { action: 'update', record: String(id), name: `#${id}` })
  })

/**
 * Replaces the copies of the text in the rows of the entry's subject. The database lets comments and signatures change
 * in this one way.
 */
async function redactCopies({ t }: Dialect, db: Writer, row: AuditRow, text: string) {
  const { entity, entityId, actorId, at } = row
  const { recordComments, signatures, valueBases, exclusions, limitSets, signals } = t
  await db
    .update(signatures)
    .set({ reason: REDACTED })
    .where(
      and(
        eq(signatures.entity, entity),
        eq(signatures.entityId, entityId),
        eq(signatures.signerId, actorId),
        eq(signatures.signedAt, at),
        eq(signatures.reason, text),
      ),
    )
  if (entity === 'record') {
    const { qcValueBaseId, authorId, createdAt } = recordComments
    await db
      .update(recordComments)
      .set({ text: REDACTED })
      .where(and(eq(qcValueBaseId, entityId), eq(authorId, actorId), eq(createdAt, at), eq(recordComments.text, text)))
  }
  if (!(await hasWritten(db, t.audits, row))) return
  if (entity === 'record') {
    await db
      .update(valueBases)
      .set({ voidReason: REDACTED })
      .where(and(eq(valueBases.qcValueBaseId, entityId), eq(valueBases.voidReason, text)))
  } else if (entity === 'exclusion') {
    await db
      .update(exclusions)
      .set({ reason: REDACTED })
      .where(and(eq(exclusions.exclusionId, entityId), eq(exclusions.reason, text)))
  } else if (entity === 'limit') {
    await db
      .update(limitSets)
      .set({ reason: REDACTED })
      .where(and(eq(limitSets.limitSetId, entityId), eq(limitSets.reason, text)))
  } else if (entity === 'signal') {
    await db
      .update(signals)
      .set({ comment: REDACTED })
      .where(and(eq(signals.signalId, entityId), eq(signals.comment, text)))
  }
}

/** Actions that write their text into the row of their subject. */
const writing: Readonly<Record<string, readonly string[]>> = {
  record: ['void'],
  exclusion: ['exclude'],
  limit: ['freeze', 'newPhase'],
  signal: ['acknowledge', 'close'],
}

/** True if the text of the row comes from this entry, not from another entry with the same text. */
async function hasWritten(db: Writer, audits: Store['t']['audits'], { id, entity, entityId, action, old }: AuditRow) {
  const actions = writing[entity] ?? []
  if (!actions.includes(action) || (entity === 'limit' && old !== null)) return false
  const [later] = await db
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        eq(audits.entity, entity),
        eq(audits.entityId, entityId),
        inArray(audits.action, [...actions]),
        isNotNull(audits.reason),
        gt(audits.id, id),
      ),
    )
    .limit(1)
  return entity === 'limit' || later === undefined
}

/** Redacts the change notes of redacted publications. The start repeats it, because earlier versions left them. */
export async function redactChangeNotes({ t: { audits, templateVersions } }: Dialect, db: Writer) {
  const { templateId, versionNo, changeNote } = templateVersions
  const isPublication = and(
    eq(audits.entity, 'template'),
    eq(audits.entityId, templateId),
    eq(audits.action, 'publish'),
    eq(audits.field, sql`'version/' || ${versionNo}`),
  )
  const redactedPublication = db
    .select({ id: audits.id })
    .from(audits)
    .where(and(isPublication, eq(audits.reason, REDACTED)))
  await db
    .update(templateVersions)
    .set({ changeNote: REDACTED })
    .where(and(ne(changeNote, REDACTED), exists(redactedPublication)))
}

/** Reasons in the operation log. */
async function redactOperations({ t: { operations } }: Dialect, db: Writer, requestId: string, text: string) {
  const [said, left] = [text, REDACTED].map((reason) => JSON.stringify({ reason }).slice(1, -1))
  await db
    .update(operations)
    .set({ after: sql`replace(${operations.after}, ${said}, ${left})` })
    .where(eq(operations.requestId, requestId))
}

/** Answers kept for repeated requests. Without one, the sender of a repeated request learns only that it was done. */
async function redactAnswers(store: Dialect, db: Writer, text: string) {
  const { answer } = store.t.keptWrites
  const pattern = `%${JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`
  await db
    .update(store.t.keptWrites)
    .set({ answer: null })
    .where(store.like(answer, sql`${pattern}`))
}

/** The content of a `redact` entry: the seal of the text, and the seal of the rest. */
type Redaction = { text: string | undefined; left: string | null }

/** Redactions by the ids of their entries. Only sealed `redact` entries later than these count. */
export async function redactionsOf({ t: { audits } }: Dialect, db: Reader): Promise<ReadonlyMap<number, Redaction>> {
  const rows = await db
    .select()
    .from(audits)
    .where(and(eq(audits.action, literal('redact')), eq(audits.entity, literal('audit'))))
    .orderBy(audits.id)
  const sound = rows.filter((row) => row.entityId < row.id && sealOf(row) === row.hash)
  return new Map(sound.map(({ entityId, old, new: left }) => [entityId, { text: old ?? undefined, left }]))
}

/**
 * True if an entry is unchanged, except for a redacted text.
 * @param isEarly written by a version that sealed the texts themselves. Only for those entries, the seal of the rest is
 * in the `redact` entry alone.
 */
export function isSealed(row: AuditRow, redaction: Redaction | undefined, isEarly: boolean): boolean {
  if (sealOf(row) === row.hash || (isEarly && plainSealOf(row) === row.hash)) return true
  if (!redaction || textOf(row) !== REDACTED) return false
  return sealOf(row, redaction.text) === row.hash || (isEarly && plainSealOf(row) === redaction.left)
}
