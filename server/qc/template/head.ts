import { count, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Store } from '../../platform/store'
import type { VersionRow } from './version'
import { statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

/** Templates with their product line and owner. They belong to the plant: the data scope does not part them. */
export const selectedTemplates = ({ db, t: { templates, products, users } }: Store) =>
  db
    .select({
      ...getTableColumns(templates),
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      ownerName: users.nickName,
    })
    .from(templates)
    .innerJoin(products, eq(products.productId, templates.productId))
    .leftJoin(users, eq(users.userId, templates.ownerId))

/** How many rows fulfil a condition. */
export const countOf = (condition: SQL) => sql<number>`sum(case when ${condition} then 1 else 0 end)`.mapWith(Number)

/** Versions of some templates with the number of their items. */
export const versionsOfMany = statement((store) => {
  const { db, t, bind } = store
  const { templateVersions: versions, templateItems: items } = t
  return db
    .select({ ...getTableColumns(versions), itemCount: count(items.itemId), spcItemCount: countOf(sql`${items.spc}`) })
    .from(versions)
    .leftJoin(items, eq(items.versionId, versions.versionId))
    .where(store.among(versions.templateId, bind('templates'), 'ids'))
    .groupBy(versions.versionId)
    .orderBy(desc(versions.versionNo))
})

type Row = Awaited<ReturnType<typeof selectedTemplates>>[number]
type Numbered = Pick<VersionRow, 'versionNo'>

/** What a row of the list and a template on its own page both say. */
export function headOf(row: Row, published: Numbered | undefined, draft: Numbered | undefined) {
  const { templateId, productId, product, productName, productNameEn, code, name, nameEn, stage, status, ownerId } = row
  return {
    templateId,
    productId,
    product,
    productName,
    productNameEn,
    code,
    name,
    nameEn,
    stage,
    status,
    ownerId,
    ownerName: row.ownerName ?? '',
    publishedVersion: published?.versionNo ?? null,
    hasDraft: draft !== undefined,
    updatedAt: stampsOf(row).updatedAt,
  }
}
