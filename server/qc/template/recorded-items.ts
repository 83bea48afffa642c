import { and, desc, eq, exists, ne } from 'drizzle-orm'
import { isMeasured } from '#shared/qc/constants'
import type { TemplateFault } from '#shared/qc/template/rules'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { Dialect, Reader } from '../../platform/store'
import { literal, statementIn } from '../../platform/list/statement'

/** The items of all versions ever published, the newest version first. */
const publishedItems = statementIn(({ t: { templateItems, templateVersions }, bind }, db) => {
  const { itemKey, itemId, versionId, type, unit } = templateItems
  return db
    .select({ itemKey, itemId, versionId, type, unit })
    .from(templateItems)
    .innerJoin(templateVersions, eq(templateVersions.versionId, versionId))
    .where(and(eq(templateVersions.templateId, bind('templateId')), ne(templateVersions.status, literal('draft'))))
    .orderBy(desc(templateVersions.versionNo))
})

/** A record of a version with a value of an item. Drafts count: they are submitted with the item of their version. */
const recordWithItem = statementIn(({ t: { valueBases, values }, bind }, db) => {
  const { qcValueBaseId, versionId } = valueBases
  const value = db
    .select({ one: literal(1) })
    .from(values)
    .where(and(eq(values.qcValueBaseId, qcValueBaseId), eq(values.itemId, bind('itemId'))))
  return db
    .select({ qcValueBaseId })
    .from(valueBases)
    .where(and(eq(versionId, bind('versionId')), exists(value)))
    .limit(literal(1))
})

type MeasuredAs = Pick<TemplateItem, 'type' | 'unit'>

const isSameMeasure = (one: MeasuredAs, other: MeasuredAs) =>
  one.type === other.type && (one.unit === other.unit || !isMeasured(one.type))

/**
 * The faults of items whose type or unit is not that of their recorded values. All values of a key are in one chart, so
 * they keep the type and unit of the newest version with values.
 */
export async function recordedItemFaults(
  store: Dialect,
  db: Reader,
  templateId: number,
  items: readonly TemplateItem[],
): Promise<TemplateFault[]> {
  const published = Map.groupBy(await publishedItems(store, db, { templateId }), ({ itemKey }) => itemKey)
  const faults: TemplateFault[] = []
  for (const [index, item] of items.entries()) {
    const earlier = published.get(item.itemKey) ?? []
    if (earlier.every((one) => isSameMeasure(one, item))) continue
    for (const { itemId, versionId, ...recorded } of earlier) {
      const [record] = await recordWithItem(store, db, { itemId, versionId })
      if (!record) continue
      if (recorded.type !== item.type) {
        faults.push({ index, field: 'type', key: 'qcTemplate.fault.typeRecorded' })
      } else if (!isSameMeasure(recorded, item)) {
        const unit = recorded.unit || '–'
        faults.push({ index, field: 'unit', key: 'qcTemplate.fault.unitRecorded', values: { unit } })
      }
      break
    }
  }
  return faults
}
