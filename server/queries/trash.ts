import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TrashKind } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import { storeFault } from '../store/fault'
import type { Store, Writer } from '../store'
import { writeOperation, type Act } from './operation'
import { partsOfKind } from './trash-kinds'

type Row = Record<string, unknown>
/** The rows of one record, by table as `partsOfKind` names them. */
type Content = Row[][]

/** Records at a time; others get their turn in between. */
const SLICE = 50

/**
 * Deletes records and keeps them whole, so that they can be brought back.
 * @param nameOf what people call a record
 * @returns the ids, or `undefined` when one of them is not there: then nothing is deleted
 */
export async function discard(
  store: Store,
  db: Writer,
  kind: TrashKind,
  ids: readonly number[],
  act: Act,
  nameOf: (row: Row) => string,
): Promise<number[] | undefined> {
  const { own, hanging } = partsOfKind(store.t)[kind]
  const unique = [...new Set(ids)]
  const rows = await readIn(db, own.table, own.of, unique)
  const owned = byId(rows, own)
  if (unique.some((id) => !owned.has(id))) return undefined

  for await (const slice of slicesOf(unique)) {
    const parts = [owned]
    for (const part of hanging) parts.push(byId(await readIn(db, part.table, part.of, slice), part))
    const records = slice.map((recordId) => {
      const content: Content = parts.map((part) => part.get(recordId) ?? [])
      const row = content[0]![0]!
      return {
        kind,
        recordId,
        name: nameOf(row),
        content: JSON.stringify(content),
        ...belongingOf(kind, row),
        ...by(act),
      }
    })
    await db.insert(store.t.trash).values(records)
    for (const { table, of } of [...hanging.toReversed(), own]) await db.delete(table).where(inArray(of, [...slice]))
  }
  const gone = unique.flatMap((id) => owned.get(id) ?? [])
  const name = gone.map(nameOf).join(', ')
  const all = () => Object.fromEntries(gone.map((row, place) => [`${nameOf(row)} (${unique[place]})`, row]))
  const before = gone.length === 1 ? gone[0] : all()
  await writeOperation(store, db, act, { action: 'delete', record: unique.join(), name, before })
  return unique
}

/**
 * Brings back records as they were when they were deleted last, with what hung on them; links to what is gone meanwhile
 * are left out.
 * @returns the ids, or `undefined` when one of them is not in the trash: then nothing is brought back
 * @throws Refusal 409 when a name or number has been taken meanwhile, or what a record itself refers to is gone
 */
export async function bringBack(
  store: Store,
  db: Writer,
  kind: TrashKind,
  ids: readonly number[],
  act: Act,
): Promise<number[] | undefined> {
  const { trash } = store.t
  const unique = [...new Set(ids)]
  const kept = await db
    .select({ trashId: trash.trashId, recordId: trash.recordId })
    .from(trash)
    .where(and(eq(trash.kind, kind), inArray(trash.recordId, unique)))
    .orderBy(trash.trashId)
  const latest = new Map(kept.map(({ recordId, trashId }) => [recordId, trashId]))
  const trashIds = unique.map((id) => latest.get(id)).filter((id) => id !== undefined)
  if (trashIds.length < unique.length) return undefined

  const names: string[] = []
  let leftOut = 0
  for await (const slice of slicesOf(trashIds)) {
    const records = await db
      .select({ name: trash.name, content: trash.content })
      .from(trash)
      .where(inArray(trash.trashId, [...slice]))
    for (const { name, content } of records) {
      leftOut += await insertAgain(store, db, kind, JSON.parse(content) as Content, name) // as `discard` wrote it
      names.push(name)
    }
    await db.delete(trash).where(inArray(trash.trashId, [...slice]))
  }
  const entry = { action: 'restore', record: unique.join(), name: names.join(', ') } as const
  await writeOperation(store, db, act, { ...entry, ...(leftOut > 0 && { after: { leftOut } }) })
  return unique
}

/** Answers how many links were left out. */
async function insertAgain(store: Store, db: Writer, kind: TrashKind, [own = [], ...rest]: Content, name: string) {
  const parts = partsOfKind(store.t)[kind]
  let leftOut = 0
  try {
    await db.insert(parts.own.table).values(own)
    for (const [place, { table, link }] of parts.hanging.entries()) {
      const rows = rest[place] ?? []
      if (rows.length === 0) continue
      const idOf = link && fieldOf(table, link.by)
      const targets = link && idOf ? await readIn(db, link.in, link.to, rows.map(idOf)) : []
      const there = link && new Set(targets.map(fieldOf(link.in, link.to)))
      const whole = there && idOf ? rows.filter((row) => there.has(idOf(row))) : rows
      leftOut += rows.length - whole.length
      if (whole.length > 0) await db.insert(table).values(whole)
    }
  } catch (error) {
    const fault = storeFault(error)
    if (fault === 'duplicate') throw new Refusal(codes.conflict, 'trash.taken', { name })
    if (fault === 'referenced') throw new Refusal(codes.conflict, 'trash.dangling', { name })
    throw error
  }
  return leftOut
}

const by = ({ operator, now }: Act) => ({
  deletedBy: operator.userId,
  deletedByName: operator.username,
  deletedAt: now,
})

/** What decides whose data scope the record lies in. A department is gone itself, so it goes by the one above it. */
function belongingOf(kind: TrashKind, row: Row) {
  const numberIn = (field: string) => (typeof row[field] === 'number' ? row[field] : null)
  return { deptId: numberIn(kind === 'dept' ? 'parentId' : 'deptId'), createBy: numberIn('createBy') }
}

const readIn = (db: Writer, table: SQLiteTable, column: AnySQLiteColumn, ids: readonly number[]): Promise<Row[]> =>
  db
    .select()
    .from(table)
    .where(inArray(column, [...ids]))

/** Rows by the id of the record that they belong to. */
function byId(rows: Row[], { table, of }: { table: SQLiteTable; of: AnySQLiteColumn }) {
  const idOf = fieldOf(table, of)
  return Map.groupBy(rows, idOf)
}

/** Reads an id from a row, by the name under which its column is selected. */
function fieldOf(table: SQLiteTable, column: AnySQLiteColumn): (row: Row) => number {
  const [name = ''] = Object.entries(getTableColumns(table)).find(([, known]) => known === column) ?? []
  return (row) => Number(row[name])
}

async function* slicesOf<Item>(items: readonly Item[]) {
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    yield items.slice(from, from + SLICE)
  }
}
