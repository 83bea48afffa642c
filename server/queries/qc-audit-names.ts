import { inArray, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AuditEntity } from '#shared/qc/audit-words'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { portions } from './portions'
import type { AuditRow } from './qc-audit'

type Subject = { table: SQLiteTable; id: AnySQLiteColumn; words: AnySQLiteColumn[] }

const subjects = ({
  valueBases,
  templates,
  products,
  equipment,
  lots,
  displays,
}: Tables): Partial<Record<string, Subject>> =>
  ({
    record: { table: valueBases, id: valueBases.qcValueBaseId, words: [valueBases.recordNo] },
    template: { table: templates, id: templates.templateId, words: [templates.code, templates.name] },
    product: { table: products, id: products.productId, words: [products.code, products.name] },
    equipment: { table: equipment, id: equipment.equipmentId, words: [equipment.code, equipment.name] },
    lot: { table: lots, id: lots.lotId, words: [lots.lotNo] },
    display: { table: displays, id: displays.displayId, words: [displays.name] },
  }) satisfies Partial<Record<AuditEntity, Subject>>

export type ItemNames = Map<string, { name: string; nameEn: string }>
export type Names = ReturnType<typeof namesOf>

type About = Pick<AuditRow, 'entity' | 'entityId'>
const keyOf = ({ entity, entityId }: About) => `${entity} ${entityId}`

/** What people call the things and items that entries speak of, by now; what was found once is kept. */
export function namesOf({ db, t }: Store) {
  const called = new Map<string, string | null>()
  const items: ItemNames = new Map()

  /** The numbers, or codes and names, of what entries are about. What is gone has none. */
  async function findSubjects(rows: readonly About[]) {
    const unknown = rows.filter((row) => !called.has(keyOf(row)))
    for (const [entity, some] of Map.groupBy(unknown, (row) => row.entity)) {
      const subject = subjects(t)[entity]
      for (const { entityId } of some) called.set(keyOf({ entity, entityId }), null)
      if (!subject) continue
      const { table, id, words } = subject
      for (const ids of portions([...new Set(some.map(({ entityId }) => entityId))])) {
        const spelled = sql<string>`${sql.join(words, sql` || ' ' || `)}`
        const found = await db.select({ id, spelled }).from(table).where(inArray(id, ids))
        for (const one of found) called.set(keyOf({ entity, entityId: Number(one.id) }), one.spelled)
      }
    }
  }

  async function findItems(keys: readonly string[]) {
    const { itemKey, itemId, name, nameEn } = t.templateItems
    for (const wanted of portions([...new Set(keys)].filter((key) => !items.has(key)))) {
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
