import { inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AuditEntity } from '#shared/qc/audit/words'
import type { Store } from '../../../platform/store'
import type { Tables } from '../../../tables'
import { chunks } from '../../../platform/chunks/chunk'
import type { AuditRow } from '../append'

type Column = AnySQLiteColumn
/** `words` are the same in every language. The name follows them, in Chinese and in English. */
type Subject = { table: SQLiteTable; id: Column; words: Column[]; names?: [name: Column, nameEn: Column] }

const subjects = ({
  valueBases,
  templates,
  products,
  equipment,
  lots,
  displays,
  apiTokens,
  annotations,
}: Tables): Partial<Record<string, Subject>> =>
  ({
    record: { table: valueBases, id: valueBases.qcValueBaseId, words: [valueBases.recordNo] },
    template: {
      table: templates,
      id: templates.templateId,
      words: [templates.code],
      names: [templates.name, templates.nameEn],
    },
    product: {
      table: products,
      id: products.productId,
      words: [products.code],
      names: [products.name, products.nameEn],
    },
    equipment: {
      table: equipment,
      id: equipment.equipmentId,
      words: [equipment.code],
      names: [equipment.name, equipment.nameEn],
    },
    lot: { table: lots, id: lots.lotId, words: [lots.lotNo] },
    instrument: { table: apiTokens, id: apiTokens.tokenId, words: [apiTokens.name] },
    annotation: { table: annotations, id: annotations.annotationId, words: [annotations.text] },
    display: { table: displays, id: displays.displayId, words: [displays.name] },
  }) satisfies Partial<Record<AuditEntity, Subject>>

type NameNow = { name: string; nameEn: string }
export type ItemNames = Map<string, NameNow>
export type Names = ReturnType<typeof namesOf>

type About = Pick<AuditRow, 'entity' | 'entityId'>
const keyOf = ({ entity, entityId }: About) => `${entity} ${entityId}`

/** The present names of the things and items in entries. Names once found are kept. */
export function namesOf({ db, t }: Store) {
  const called = new Map<string, NameNow | null>()
  const items: ItemNames = new Map()

  /** Finds the numbers, or codes and names, of the subjects of entries. A deleted subject has none. */
  async function findSubjects(rows: readonly About[]) {
    const unknown = rows.filter((row) => !called.has(keyOf(row)))
    for (const [entity, some] of Map.groupBy(unknown, (row) => row.entity)) {
      const subject = subjects(t)[entity]
      for (const { entityId } of some) called.set(keyOf({ entity, entityId }), null)
      if (!subject) continue
      const { table, id, words, names: [name, nameEn] = [] } = subject
      for (const ids of chunks([...new Set(some.map(({ entityId }) => entityId))])) {
        const spelled = (ending: readonly SQLWrapper[]) =>
          sql<string>`${sql.join([...words, ...ending], sql` || ' ' || `)}`
        const inEnglish = name && nameEn ? [sql`coalesce(nullif(${nameEn}, ''), ${name})`] : []
        const columns = { id, name: spelled(name ? [name] : []), nameEn: spelled(inEnglish) }
        const found = await db.select(columns).from(table).where(inArray(id, ids))
        for (const { id: entityId, ...one } of found) called.set(keyOf({ entity, entityId: Number(entityId) }), one)
      }
    }
  }

  async function findItems(keys: readonly string[]) {
    const { itemKey, itemId, name, nameEn } = t.templateItems
    for (const wanted of chunks([...new Set(keys)].filter((key) => !items.has(key)))) {
      const found = await db
        .select({ itemKey, name, nameEn })
        .from(t.templateItems)
        .where(inArray(itemKey, wanted))
        .orderBy(itemId) // the newest version has the last word
      for (const { itemKey: key, ...item } of found) items.set(key, item)
    }
  }

  return { items, findSubjects, findItems, subjectOf: (row: About) => called.get(keyOf(row)) }
}
