import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { TemplateOption, TemplateOptionQuery } from '#shared/qc/template/schema'
import type { Store } from '../../platform/store'
import { literal, statement } from '../../platform/list/statement'

const usable = statement(({ db, t: { templates, templateVersions, products } }) =>
  db
    .select({
      templateId: templates.templateId,
      code: templates.code,
      name: templates.name,
      nameEn: templates.nameEn,
      stage: templates.stage,
      product: products.code,
      versionNo: templateVersions.versionNo,
    })
    .from(templates)
    .innerJoin(products, and(eq(products.productId, templates.productId), eq(products.status, literal(statuses.on))))
    .innerJoin(
      templateVersions,
      and(
        eq(templateVersions.templateId, templates.templateId),
        eq(templateVersions.status, literal('published')),
        eq(templates.status, literal('active')),
      ),
    )
    .orderBy(products.sort, products.productId, templates.code),
)

/** What records can be made of: templates in use with a published version, of product lines in use. */
export async function templateOptions(
  store: Store,
  { product, keyword = '' }: TemplateOptionQuery,
): Promise<TemplateOption[]> {
  const wanted = keyword.toLowerCase()
  const line = product?.toLowerCase()
  const options = await usable(store)
  return options.filter(
    (option) =>
      (line === undefined || option.product.toLowerCase() === line) &&
      [option.code, option.name, option.nameEn].some((text) => text.toLowerCase().includes(wanted)),
  )
}
