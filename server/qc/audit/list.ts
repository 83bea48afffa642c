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
import { changeReasons, dispositionCodes, missingReasons, type NamedCode } from '../lookup/named-codes'
import { literal, oneRow, statement } from '../../platform/list/statement'

/** Maximum of characters of an old or new value in a list. A submission holds a whole record. */
const MAX_SHOWN = 300
/** Maximum of characters of the values in a batch for a sheet, unless one entry alone has more. */
const MAX_TEXT = 1_000_000

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

const trail = appendOnlyList<ScopedQuery>({
  scanning: ['entity', 'actor', 'beginTime', 'endTime'],
  narrowing: ['thing', 'entityId', 'recordNo'],
})

const page = trail(({ db, t }) => ({ ...askedOf(t), rows: () => db.select(beginnings(t)).from(t.audits).$dynamic() }))

const lengthOf = (column: AnySQLiteColumn) => sql`coalesce(length(${column}), 0)`

const sheet = trail(({ db, t }) => {
  const { old, new: now } = t.audits
  const length = sql<number>`${lengthOf(old)} + ${lengthOf(now)}`
  return {
    ...askedOf(t),
    rows: () =>
      db
        .select({ ...beginnings(t), length })
        .from(t.audits)
        .$dynamic(),
  }
})

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

/** An entry for a sheet, with the names of the codes of dictionaries. */
export type ExportedEntry = QcAuditEntry & { codes: Codes }
type Codes = Record<'disposition' | 'missingCode' | 'reasonCode', readonly NamedCode[]>

/** All entries that match the filter, for a sheet, with their full old and new values. */
export async function* auditBatches(store: Store, query: Unpaged<QcAuditQuery>): AsyncGenerator<ExportedEntry[]> {
  const codes: Codes = {
    disposition: await dispositionCodes(store, store.db, 'all'),
    missingCode: await missingReasons(store, store.db, 'all'),
    reasonCode: await changeReasons(store, store.db, 'all'),
  }
  for await (const rows of sheet.batches(store, asked(query))) {
    const names = namesOf(store)
    for (const some of withinText(rows)) {
      const entries = await entriesOf(await wholeOf(store, some), names)
      yield entries.map((entry) => ({ ...entry, codes }))
    }
  }
}

type SheetRow = AuditRow & { length: number }

/** The rows in parts whose values have up to {@link MAX_TEXT} characters together. */
function* withinText(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let part: SheetRow[] = []
  let total = 0
  for (const row of rows) {
    const length = Number(row.length)
    if (part.length > 0 && total + length > MAX_TEXT) {
      yield part
      ;[part, total] = [[], 0]
    }
    part.push(row)
    total += length
  }
  if (part.length > 0) yield part
}

const valuesById = statement(({ db, t: { audits }, among, bind }) =>
  db
    .select({ id: audits.id, old: audits.old, new: audits.new })
    .from(audits)
    .where(among(audits.id, bind('ids'), 'ids')),
)

/** The rows with the full values of those that are longer than in a list. */
async function wholeOf(store: Store, rows: readonly SheetRow[]): Promise<AuditRow[]> {
  const ids = rows.filter(({ length }) => Number(length) > MAX_SHOWN).map(({ id }) => id)
  const found = ids.length > 0 ? await valuesById(store, { ids: JSON.stringify({ ids }) }) : []
  const whole = new Map(found.map((values) => [values.id, values]))
  return rows.map(({ length: _length, ...row }) => ({ ...row, ...whole.get(row.id) }))
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
