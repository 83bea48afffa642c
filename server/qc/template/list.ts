import { count, desc, eq } from 'drizzle-orm'
import type { Page } from '#shared/list/page'
import type { Template, TemplateQuery } from '#shared/qc/template/schema'
import type { Store } from '../../platform/store'
import { contains, equals, listing } from '../../platform/list/listing'
import type { RequestContext } from '../../access/operation-log/write'
import { ofProduct } from '../product/list'
import { recentRecords } from './count'
import { headOf, selectedTemplates, versionsOfMany } from './head'
import { standing } from './version'

/** What "recent" means in a list. */
const RECENT_MS = 30 * 24 * 60 * 60_000

const page = listing<TemplateQuery>()((store) => {
  const { db, t } = store
  const { templates, products } = t
  return {
    rows: () => selectedTemplates(store).$dynamic(),
    counted: () =>
      db
        .select({ hits: count() })
        .from(templates)
        .innerJoin(products, eq(products.productId, templates.productId))
        .$dynamic(),
    key: templates.templateId,
    filters: {
      product: ofProduct(templates.productId),
      keyword: contains(templates.code, templates.name, templates.nameEn),
      stage: equals(templates.stage),
      status: equals(templates.status),
    },
    orders: {
      templateId: templates.templateId,
      code: templates.code,
      name: store.nameOrder(templates.name),
      stage: templates.stage,
      status: templates.status,
      updatedAt: templates.updatedAt,
    },
    defaultOrder: [desc(templates.updatedAt), desc(templates.templateId)],
  }
})

/** A page of templates; of their records those are counted that the operator may see. */
export async function listTemplates(
  store: Store,
  query: TemplateQuery,
  { operator, now }: Pick<RequestContext, 'operator' | 'now'>,
): Promise<Page<Template>> {
  const found = await page(store, query)
  const ids = found.list.map(({ templateId }) => templateId)
  const [versions, recent] = await Promise.all([
    versionsOfMany(store, { templates: JSON.stringify({ ids }) }),
    recentRecords(store, operator, ids, now - RECENT_MS),
  ])
  const byTemplate = Map.groupBy(versions, ({ templateId }) => templateId)
  const list = found.list.map((row): Template => {
    const { published, draft } = standing(byTemplate.get(row.templateId) ?? [])
    const { itemCount = 0, spcItemCount = 0 } = published ?? draft ?? {}
    const { records, tests, ng } = recent.get(row.templateId) ?? { records: 0, tests: 0, ng: 0 }
    return {
      ...headOf(row, published, draft),
      itemCount,
      spcItemCount,
      recentRecords: records,
      recentNgRate: tests === 0 ? null : ng / tests,
    }
  })
  return { ...found, list }
}
