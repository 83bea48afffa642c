import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TrashKind } from '#shared/resources'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import { storeFault } from '../../platform/store/fault'
import type { Dialect, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { writeOperations } from '../operation-log/bulk'
import { chunks } from '../../platform/chunks/chunk'
import type { Tables } from '../../tables'

/** A table, and the column with the id of the record. */
type Rows = { table: SQLiteTable; of: AnySQLiteColumn }
/**
 * Rows that link to another record. They are not restored if that record was deleted meanwhile, or if it was changed
 * (`changedAt`) after the deletion: then it was saved without the link.
 */
type Link = { by: AnySQLiteColumn; to: AnySQLiteColumn; in: SQLiteTable; changedAt?: AnySQLiteColumn }

/**
 * The parts of a deletable record: its own row, then its dependent rows. Those that `mayBeTaken` are not restored if
 * another record has the same meanwhile.
 */
export type Parts = {
  resource: { trash: TrashKind; label: string }
  own: Rows
  hanging?: readonly (Rows & { link?: Link; mayBeTaken?: true })[]
}
export type PartsOf = (t: Tables) => Parts

type Row = Record<string, unknown>
/** The rows of one record, by table in the order of {@link Parts}. */
type Content = Row[][]

/** The rows of a deleted record, as {@link moveToTrash} wrote them. */
export const contentOf = (json: string) => JSON.parse(json) as Content

/** The dependent rows of a deleted record in one table. */
export function rowsOf(content: Content, { hanging = [] }: Parts, table: SQLiteTable): Row[] {
  const index = hanging.findIndex((part) => part.table === table)
  return content[index + 1] ?? []
}

/**
 * Deletes records and keeps them whole, so that they can be restored.
 * @param nameOf the name of a record; the default is the field declared by its resource
 * @returns the ids
 * @throws Refusal 404 if one of them does not exist
 */
export async function moveToTrash(
  store: Dialect,
  db: Writer,
  partsOf: PartsOf,
  ids: readonly number[],
  context: RequestContext,
  nameOf?: (row: Row) => string,
): Promise<number[]> {
  const { resource, own, hanging = [] } = partsOf(store.t)
  const { trash: kind, label } = resource
  const called = nameOf ?? ((row: Row) => String(row[label]))
  const unique = [...new Set(ids)]
  const rows = await readIn(db, own.table, own.of, unique)
  const owned = byId(rows, own)
  if (unique.some((id) => !owned.has(id))) throw notFound()

  for (const chunk of chunks(unique)) {
    const parts = [owned]
    for (const part of hanging) parts.push(byId(await readIn(db, part.table, part.of, chunk), part))
    const records = chunk.map((recordId) => {
      const content: Content = parts.map((part) => part.get(recordId) ?? [])
      const row = content[0]![0]!
      return {
        kind,
        recordId,
        name: called(row),
        content: JSON.stringify(content),
        ...belongingOf(kind, row),
        ...by(context),
      }
    })
    await db.insert(store.t.trash).values(records)
    for (const { table, of } of [...hanging.toReversed(), own]) await db.delete(table).where(inArray(of, [...chunk]))
  }
  const gone = unique.flatMap((id) => owned.get(id) ?? [])
  const changed = gone.map((row, index) => ({ record: unique[index]!, name: called(row), before: row }))
  await writeOperations(store, db, context, 'delete', changed)
  return unique
}

/**
 * Restores records in their state at the last deletion, with their dependent rows. Links to records that were deleted
 * or saved without them meanwhile, and to what another record has now, are left out.
 * @returns the ids
 * @throws Refusal 404 if one of them is not in the trash; 409 if a name or number is taken, or a record to which it
 * refers is deleted
 */
export async function restoreFromTrash(
  store: Dialect,
  db: Writer,
  partsOf: PartsOf,
  ids: readonly number[],
  context: RequestContext,
): Promise<number[]> {
  const { trash } = store.t
  const parts = partsOf(store.t)
  const unique = [...new Set(ids)]
  const latest = await latestOf(store, db, parts.resource.trash, unique)
  // What others of the same kind refer to was deleted after them, so it comes first.
  const trashIds = unique.flatMap((id) => latest.get(id)?.trashId ?? []).toSorted((a, b) => b - a)
  if (trashIds.length < unique.length) throw notFound()

  const names: string[] = []
  let leftOut = 0
  for (const chunk of chunks(trashIds)) {
    const records = await db
      .select({ name: trash.name, content: trash.content, deletedAt: trash.deletedAt })
      .from(trash)
      .where(inArray(trash.trashId, [...chunk]))
      .orderBy(desc(trash.trashId))
    leftOut += await insertAgain(db, parts, records)
    names.push(...records.map(({ name }) => name))
    await db.delete(trash).where(inArray(trash.trashId, [...chunk]))
  }
  const entry = { action: 'restore', record: unique.join(), name: names.join(', ') } as const
  await writeOperation(store, db, context, { ...entry, ...(leftOut > 0 && { after: { leftOut } }) })
  return unique
}

/** Those of these records whose last deletion was by a user. */
export async function deletedBy(store: Dialect, db: Writer, kind: TrashKind, ids: readonly number[], userId: number) {
  const latest = await latestOf(store, db, kind, ids)
  return ids.filter((id) => latest.get(id)?.deletedBy === userId)
}

/** The last deletion of each record. */
async function latestOf({ t: { trash } }: Dialect, db: Writer, kind: TrashKind, ids: readonly number[]) {
  const entries = await db
    .select({ trashId: trash.trashId, recordId: trash.recordId, deletedBy: trash.deletedBy })
    .from(trash)
    .where(and(eq(trash.kind, kind), inArray(trash.recordId, [...ids])))
    .orderBy(trash.trashId)
  return new Map(entries.map((entry) => [entry.recordId, entry]))
}

type Deleted = { name: string; content: string; deletedAt: number }

/** Returns the number of links left out. */
async function insertAgain(db: Writer, { own, hanging = [] }: Parts, records: Deleted[]): Promise<number> {
  const deleted = records.map((record) => ({ ...record, parts: contentOf(record.content) }))
  for (const { name, parts } of deleted) await insert(db, own.table, parts[0] ?? [], name)
  let leftOut = 0
  for (const [index, part] of hanging.entries()) {
    const all = deleted.flatMap(({ parts, deletedAt }) => (parts[index + 1] ?? []).map((row) => ({ row, deletedAt })))
    const rows = part.link ? await stillLinked(db, part, part.link, all) : all.map(({ row }) => row)
    const restored = part.mayBeTaken
      ? await insertUntaken(db, part.table, rows)
      : await insert(db, part.table, rows, records.map(({ name }) => name).join(', '))
    leftOut += all.length - restored
  }
  return leftOut
}

/** The rows without broken links. */
async function stillLinked(
  db: Writer,
  { table }: { table: SQLiteTable },
  link: Link,
  rows: { row: Row; deletedAt: number }[],
): Promise<Row[]> {
  const idOf = fieldOf(table, link.by)
  const ids = [...new Set(rows.map(({ row }) => idOf(row)))]
  const targets = ids.length > 0 ? await readIn(db, link.in, link.to, ids) : []
  const targetsById = new Map(targets.map((target) => [fieldOf(link.in, link.to)(target), target]))
  const changedAt = link.changedAt && fieldOf(link.in, link.changedAt)
  const isSame = (target: Row | undefined, deletedAt: number) =>
    target !== undefined && (!changedAt || changedAt(target) <= deletedAt)
  return rows.filter(({ row, deletedAt }) => isSame(targetsById.get(idOf(row)), deletedAt)).map(({ row }) => row)
}

/** Returns the number of rows. @param name the names of the records, for the refusal */
async function insert(db: Writer, table: SQLiteTable, rows: Row[], name: string): Promise<number> {
  try {
    for (const chunk of chunks(rows)) await db.insert(table).values(chunk)
    return rows.length
  } catch (error) {
    const fault = storeFault(error)
    if (fault === 'duplicate') throw new Refusal(codes.conflict, 'trash.taken', { name })
    if (fault === 'referenced') throw new Refusal(codes.conflict, 'trash.dangling', { name })
    throw error
  }
}

/** Inserts the rows that break no unique constraint, and returns their number. */
async function insertUntaken(db: Writer, table: SQLiteTable, rows: Row[]): Promise<number> {
  let inserted = 0
  for (const chunk of chunks(rows)) {
    inserted += (await db.insert(table).values(chunk).onConflictDoNothing().returning()).length
  }
  return inserted
}

const by = ({ operator, now }: RequestContext) => ({
  deletedBy: operator.userId,
  deletedByName: operator.username,
  deletedAt: now,
})

/** The fields that place the record in a data scope. A deleted department belongs to its parent. */
function belongingOf(kind: TrashKind, row: Row) {
  const numberIn = (field: string) => (typeof row[field] === 'number' ? row[field] : null)
  return { deptId: numberIn(kind === 'dept' ? 'parentId' : 'deptId'), createBy: numberIn('createBy') }
}

const readIn = (db: Writer, table: SQLiteTable, column: AnySQLiteColumn, ids: readonly number[]): Promise<Row[]> =>
  db
    .select()
    .from(table)
    .where(inArray(column, [...ids]))

/** Rows by the id of their record. */
function byId(rows: Row[], { table, of }: { table: SQLiteTable; of: AnySQLiteColumn }) {
  const idOf = fieldOf(table, of)
  return Map.groupBy(rows, idOf)
}

/** Reads an id from a row, by the selected name of its column. */
function fieldOf(table: SQLiteTable, column: AnySQLiteColumn): (row: Row) => number {
  const [name = ''] = Object.entries(getTableColumns(table)).find(([, candidate]) => candidate === column) ?? []
  return (row) => Number(row[name])
}
