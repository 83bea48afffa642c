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

/** Maximum of characters of an old or new value in a list or a cell. A submission holds a whole record. */
const MAX_SHOWN = 300

/** Records by the number on their label. */
function recordNumbered({ audits, valueBases }: Tables): Filter {
  return {
    where: ({ db }, bound) => {
      const { qcValueBaseId, recordNo } = valueBases
      const numbered = db.select({ qcValueBaseId }).from(valueBases).where(eq(recordNo, bound))
      return and(eq(audits.entity, literal('record')), inArray(audits.entityId, numbered))!
    },
  }
}

/** For ranges of ids: keeps the database from the index by kind, which would collect and sort all entries. */
const ofKind = ({ audits }: Tables): Filter => ({
  where: (_, bound) => sql`${audits.entity} || '' = ${bound}`,
})

/** For lists, not for exports. */
const listed = (t: Tables): Filter => ({ where: () => isListed(t) })

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

/** `thing` is the kind of the thing with the id `entityId`. One index has both. */
type ScopedQuery = QcAuditQuery & { thing?: QcAuditQuery['entity']; isListed?: true }

const page = appendOnlyList<ScopedQuery>({
  scanning: ['entity', 'actor', 'beginTime', 'endTime'],
  narrowing: ['thing', 'entityId', 'recordNo'],
})(({ db, t }) => ({ ...askedOf(t), rows: () => db.select(beginnings(t)).from(t.audits).$dynamic() }))

/** An id without a kind is that of a record. */
const asked = <Query extends Unpaged<QcAuditQuery>>({ entity, ...query }: Query) =>
  query.entityId === undefined ? { ...query, entity } : { ...query, thing: entity ?? 'record' }

/**
 * The audit trail, the newest entries first, without derived ones. A holder of `qc:audit:list` reads all of it. The
 * data scope does not apply: else changes outside of it would go unseen.
 */
export async function listAudit(store: Store, query: QcAuditQuery): Promise<Page<QcAuditEntry>> {
  const found = isWhole(query)
    ? await numbered(store, query)
    : await page(store, { ...asked(query), ...(mayFollow(query.action) && { isListed: true }) })
  return { ...found, list: await entriesOf(found.list, namesOf(store)) }
}

/** All entries that match the filter, for a sheet. */
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

/** A page of all entries. Ids have no gaps, so each entry is found by its id, however far back. */
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

/** One entry with the full old and new values. */
export async function getAuditEntry(store: Store, id: number): Promise<QcAuditDetail | undefined> {
  const row = await byId(store, { id })
  if (!row) return undefined
  const names = namesOf(store)
  await names.findItems(keysIn(row))
  const [entry] = await entriesOf([row], names)
  return { ...entry!, itemNames: Object.fromEntries(names.items) }
}

/** The keys of the items in an entry of a record. */
const keysIn = (row: AuditRow): string[] =>
  [row.old, row.new].flatMap((side) => [...(side ?? '').matchAll(/"itemKey":"([\w-]+)"/g)].map(([, key]) => key!))

/** The key of the item that an entry's field belongs to: `<itemKey>/<sampleNo>/<field>`, `photo:<itemKey>:<hash>`. */
const itemKeyOf = ({ field }: AuditRow) => /^([^/]+)\/\d+\//.exec(field ?? '')?.[1] ?? photoOf(field)?.itemKey

/** Entries with the names of their subjects and items. */
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

/** A row written into the database by hand may have an invalid time. The entry is shown all the same. */
function instantOf(at: number): string {
  const time = new Date(at)
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
}
