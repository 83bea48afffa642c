import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { AuditEntity } from '#shared/qc/audit-words'
import type { Page } from '#shared/schemas/page'
import type { QcAuditDetail, QcAuditEntry, QcAuditQuery } from '#shared/schemas/qc-audit'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { chronicle } from './chronicle'
import { atLeast, atMost, contains, equals, type Filter, type Unpaged } from './listing'
import { portions } from './portions'
import type { AuditRow } from './qc-audit'
import { literal, oneRow } from './statement'

/** So much of what was and what is stands in a list or a cell: a submission holds a whole record. */
const MAX_SHOWN = 300

/** An entry with what it is about. */
export type AuditListRow = AuditRow & { subject: string | null }

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

const askedOf = (t: Tables) => ({
  counted: t.audits,
  key: t.audits.id,
  filters: {
    entity: equals(t.audits.entity),
    entityId: equals(t.audits.entityId),
    recordNo: recordNumbered(t),
    actor: contains(t.audits.actorName),
    action: equals(t.audits.action),
    beginTime: atLeast(t.audits.at),
    endTime: atMost(t.audits.at),
  },
  orders: { auditId: t.audits.id },
  defaultOrder: [desc(t.audits.id)],
})

/** The number, or code and name, of what an entry is about. */
function subjectOf({ audits, valueBases, templates, products, equipment, lots }: Tables): SQL<string | null> {
  const spelled = (code: AnySQLiteColumn, name: AnySQLiteColumn) => sql`${code} || ' ' || ${name}`
  return sql<string | null>`case ${audits.entity}
    when 'record' then ${valueBases.recordNo}
    when 'template' then ${spelled(templates.code, templates.name)}
    when 'product' then ${spelled(products.code, products.name)}
    when 'equipment' then ${spelled(equipment.code, equipment.name)}
    when 'lot' then ${lots.lotNo} end`
}

const start = (column: AnySQLiteColumn) => sql<string | null>`substr(${column}, 1, ${literal(MAX_SHOWN)})`
const whole = (column: AnySQLiteColumn) => sql<string | null>`${column}`

/** Entries; of what was and what is so much as `part` takes. */
function rowsOf({ db, t }: Store, part: typeof whole) {
  const { audits, valueBases, templates, products, equipment, lots } = t
  const about = (entity: AuditEntity, id: AnySQLiteColumn) =>
    and(eq(audits.entity, literal(entity)), eq(id, audits.entityId))
  return db
    .select({ ...getTableColumns(audits), old: part(audits.old), new: part(audits.new), subject: subjectOf(t) })
    .from(audits)
    .leftJoin(valueBases, about('record', valueBases.qcValueBaseId))
    .leftJoin(templates, about('template', templates.templateId))
    .leftJoin(products, about('product', products.productId))
    .leftJoin(equipment, about('equipment', equipment.equipmentId))
    .leftJoin(lots, about('lot', lots.lotId))
    .$dynamic()
}

const page = chronicle<QcAuditQuery>({
  scanning: ['actor', 'beginTime', 'endTime'],
  narrowing: ['entityId', 'recordNo'],
})((store) => ({ ...askedOf(store.t), rows: () => rowsOf(store, start) }))

/** The id alone is a record's: those of other things are asked for with what they are. */
const asked = <Query extends Unpaged<QcAuditQuery>>(query: Query): Query =>
  query.entityId !== undefined && query.entity === undefined ? { ...query, entity: 'record' } : query

/**
 * The audit trail, the newest entries first. Whoever holds `qc:audit:list` reads all of it: an auditor's right knows no
 * data scope, or what is outside of it could be changed unseen.
 */
export async function listAudit(store: Store, query: QcAuditQuery): Promise<Page<QcAuditEntry>> {
  const found = await page(store, asked(query))
  const names = await itemNames(store, fieldKeys(found.list))
  return { ...found, list: found.list.map((row) => entryOf(row, names)) }
}

/** All entries that the filter finds, for a sheet, with the names of the items they speak of. */
export async function* auditBatches(store: Store, query: Unpaged<QcAuditQuery>): AsyncGenerator<QcAuditEntry[]> {
  const known: ItemNames = new Map()
  for await (const rows of page.batches(store, asked(query))) {
    await itemNames(store, fieldKeys(rows), known)
    yield rows.map((row) => entryOf(row, known))
  }
}

const byId = oneRow((store: Store) => rowsOf(store, whole).where(eq(store.t.audits.id, store.bind('id'))))

/** One entry with all of what was and what is. */
export async function getAuditEntry(store: Store, id: number): Promise<QcAuditDetail | undefined> {
  const row = await byId(store, { id })
  if (!row) return undefined
  const names = await itemNames(store, keysIn(row))
  return { ...entryOf(row, names), itemNames: Object.fromEntries(names) }
}

export type ItemNames = Map<string, { name: string; nameEn: string }>

/** The key of the item that an entry's field belongs to: `<itemKey>/<sampleNo>/<field>`. */
const itemKeyOf = (field: string | null) => /^([^/]+)\/\d+\//.exec(field ?? '')?.[1]

const fieldKeys = (rows: readonly AuditListRow[]): string[] => rows.flatMap(({ field }) => itemKeyOf(field) ?? [])

/** What the items that entries speak of are called now. */
export async function itemNames(
  { db, t }: Store,
  keys: readonly string[],
  known: ItemNames = new Map(),
): Promise<ItemNames> {
  const { itemKey, itemId, name, nameEn } = t.templateItems
  for (const wanted of portions([...new Set(keys)].filter((key) => !known.has(key)))) {
    const items = await db
      .select({ itemKey, name, nameEn })
      .from(t.templateItems)
      .where(inArray(itemKey, wanted))
      .orderBy(itemId) // the newest version has the last word
    for (const { itemKey: key, ...item } of items) known.set(key, item)
  }
  return known
}

/** Keys of all items that an entry speaks of: in its field, or in what it holds of a record. */
const keysIn = (row: AuditListRow): string[] =>
  [row.old, row.new]
    .flatMap((side) => [...(side ?? '').matchAll(/"itemKey":"([\w-]+)"/g)].map(([, key]) => key!))
    .concat(itemKeyOf(row.field) ?? [])

function entryOf({ id, at, subject, ...row }: AuditListRow, names: ItemNames): QcAuditEntry {
  const { name = '', nameEn = '' } = names.get(itemKeyOf(row.field) ?? '') ?? {}
  return {
    ...row,
    auditId: id,
    at: new Date(at).toISOString(),
    subject: subject ?? '',
    itemName: name,
    itemNameEn: nameEn,
  }
}
