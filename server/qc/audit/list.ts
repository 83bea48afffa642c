import { and, desc, eq, getTableColumns, gte, inArray, lte, max, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Page } from '#shared/list/page'
import { photoOf } from '#shared/qc/record/photo-field'
import type { QcAuditDetail, QcAuditEntry, QcAuditQuery } from '#shared/qc/audit/schema'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendOnlyList } from '../../platform/list/append-only-list'
import { atLeast, atMost, contains, equals, type Filter, type Unpaged } from '../../platform/list/listing'
import type { AuditRow } from './append'
import { isListed, listedUpTo, mayFollow } from './following'
import { namesOf, type Names } from './verify/names'
import { literal, oneRow, statement } from '../../platform/list/statement'

/** So much of what was and what is stands in a list or a cell: a submission holds a whole record. */
const MAX_SHOWN = 300

/** Records by their number, as people read it from a label. */
function recordNumbered({ audits, valueBases }: Tables): Filter {
  return {
    bind: (given) => given,
    where: ({ db }, bound) => {
      const { qcValueBaseId, recordNo } = valueBases
      const numbered = db.select({ qcValueBaseId }).from(valueBases).where(eq(recordNo, bound))
      return and(eq(audits.entity, literal('record')), inArray(audits.entityId, numbered))!
    },
  }
}

/** For windows of numbers, each of which the index of kinds and things would have gathered and sorted. */
const ofKind = ({ audits }: Tables): Filter => ({
  bind: (given) => given,
  where: (_, bound) => sql`${audits.entity} || '' = ${bound}`,
})

/** Asked for by lists, and not by exports. */
const listed = (t: Tables): Filter => ({ bind: (given) => given, where: () => isListed(t) })

const askedOf = (t: Tables) => ({
  counted: t.audits,
  key: t.audits.id,
  filters: {
    entity: ofKind(t),
    thing: equals(t.audits.entity),
    entityId: equals(t.audits.entityId),
    recordNo: recordNumbered(t),
    actor: contains(t.audits.actorName),
    action: equals(t.audits.action),
    beginTime: atLeast(t.audits.at),
    endTime: atMost(t.audits.at),
    isListed: listed(t),
  },
  orders: { auditId: t.audits.id },
  defaultOrder: [desc(t.audits.id)],
})

const start = (column: AnySQLiteColumn) => sql<string | null>`substr(${column}, 1, ${literal(MAX_SHOWN)})`

const beginnings = ({ audits }: Tables) => ({
  ...getTableColumns(audits),
  old: start(audits.old),
  new: start(audits.new),
})

/** `thing` is the kind of the one thing that `entityId` names: both together are found by their index. */
type ScopedQuery = QcAuditQuery & { thing?: QcAuditQuery['entity']; isListed?: true }

const page = appendOnlyList<ScopedQuery>({
  scanning: ['entity', 'actor', 'beginTime', 'endTime'],
  narrowing: ['thing', 'entityId', 'recordNo'],
})(({ db, t }) => ({ ...askedOf(t), rows: () => db.select(beginnings(t)).from(t.audits).$dynamic() }))

/** The id alone is a record's: those of other things are asked for with what they are. */
const asked = <Query extends Unpaged<QcAuditQuery>>({ entity, ...query }: Query) =>
  query.entityId === undefined ? { ...query, entity } : { ...query, thing: entity ?? 'record' }

/**
 * The audit trail, the newest entries first, without those that only say what follows from another. Whoever holds `qc:audit:list` reads all of it: an auditor's right knows no
 * data scope, or what is outside of it could be changed unseen.
 */
export async function listAudit(store: Store, query: QcAuditQuery): Promise<Page<QcAuditEntry>> {
  const found = isWhole(query)
    ? await numbered(store, query)
    : await page(store, { ...asked(query), ...(mayFollow(query.action) && { isListed: true }) })
  return { ...found, list: await entriesOf(found.list, namesOf(store)) }
}

/** All entries that the filter finds, for a sheet. */
export async function* auditBatches(store: Store, query: Unpaged<QcAuditQuery>): AsyncGenerator<QcAuditEntry[]> {
  for await (const rows of page.batches(store, asked(query))) yield await entriesOf(rows, namesOf(store))
}

const isWhole = ({ pageIndex: _index, pageSize: _size, orders: _orders, ...filters }: QcAuditQuery) =>
  Object.values(filters).every((filter) => filter === undefined)

const between = statement(({ db, t, bind }) =>
  db
    .select(beginnings(t))
    .from(t.audits)
    .where(and(gte(t.audits.id, bind('from')), lte(t.audits.id, bind('to')), isListed(t)))
    .orderBy(t.audits.id),
)

const highest = oneRow(({ db, t: { audits } }) => db.select({ id: max(audits.id) }).from(audits))

/** A page of all entries: as they are numbered without gaps, each is found by its number, however far back it is. */
async function numbered(store: Store, { pageIndex, pageSize, orders }: QcAuditQuery): Promise<Page<AuditRow>> {
  const { count, numberOf } = await listedUpTo(store, Number((await highest(store))?.id ?? 0))
  const passed = (pageIndex - 1) * pageSize
  const isUp = orders[0]?.[1] === 'asc'
  const from = isUp ? passed + 1 : count - passed - pageSize + 1
  const to = Math.min(count, from + pageSize - 1)
  const rows = to < 1 || from > to ? [] : await between(store, { from: numberOf(Math.max(1, from)), to: numberOf(to) })
  return { count, total: count, pageIndex, pageSize, list: isUp ? rows : rows.toReversed() }
}

const byId = oneRow(({ db, t: { audits }, bind }) =>
  db
    .select()
    .from(audits)
    .where(eq(audits.id, bind('id'))),
)

/** One entry with all of what was and what is. */
export async function getAuditEntry(store: Store, id: number): Promise<QcAuditDetail | undefined> {
  const row = await byId(store, { id })
  if (!row) return undefined
  const names = namesOf(store)
  await names.findItems(keysIn(row))
  const [entry] = await entriesOf([row], names)
  return { ...entry!, itemNames: Object.fromEntries(names.items) }
}

/** Keys of the items that an entry holds of a record. */
const keysIn = (row: AuditRow): string[] =>
  [row.old, row.new].flatMap((side) => [...(side ?? '').matchAll(/"itemKey":"([\w-]+)"/g)].map(([, key]) => key!))

/** The key of the item that an entry's field belongs to: `<itemKey>/<sampleNo>/<field>`, `photo:<itemKey>:<hash>`. */
const itemKeyOf = ({ field }: AuditRow) => /^([^/]+)\/\d+\//.exec(field ?? '')?.[1] ?? photoOf(field)?.itemKey

/** Entries with what people call the things and items that they speak of. */
async function entriesOf(rows: readonly AuditRow[], names: Names): Promise<QcAuditEntry[]> {
  await names.findSubjects(rows)
  await names.findItems(rows.flatMap((row) => itemKeyOf(row) ?? []))
  return rows.map((row) => {
    const { id, at, ...rest } = row
    const { name = '', nameEn = '' } = names.items.get(itemKeyOf(row) ?? '') ?? {}
    const subject = names.subjectOf(row)
    const about = {
      subject: subject?.name ?? '',
      subjectEn: subject?.nameEn ?? '',
      itemName: name,
      itemNameEn: nameEn,
    }
    return { ...rest, ...about, auditId: id, at: instantOf(at) }
  })
}

/** Somebody who has written to the database by hand may have written a time that is none; the entry is shown all the same. */
function instantOf(at: number): string {
  const time = new Date(at)
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
}
