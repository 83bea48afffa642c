import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { templateFile, type TemplateFile, type TemplateImport } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Reading, Store } from '../../platform/store'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, created } from '../audit/append'
import { contentOf } from './items'
import { numberedItems } from './version'
import { entryOf, insertWithItems, spoken } from './write'

/** A version as a file: its name and its content. */
type WrittenFile = { name: string; content: TemplateFile }

/** The published version, or that of `versionNo`, as a file; undefined if there is none. */
export const fileOf = (store: Store, templateId: number, versionNo?: number): Promise<WrittenFile | undefined> =>
  store.snapshot((at) => fileAt(at, templateId, versionNo))

async function fileAt(store: Reading, templateId: number, versionNo?: number): Promise<WrittenFile | undefined> {
  const found = await numberedItems(store, store.db, templateId, versionNo)
  if (!found) return undefined
  const { productId, code, name, nameEn, stage, chartFrom, signLevels, isLotRequired, remark } = found.template
  const { products } = store.t
  const [line] = await store.db.select({ code: products.code }).from(products).where(eq(products.productId, productId))
  const product = line!.code // a line that has templates is not deleted
  const head = { product, code, name, nameEn, stage, chartFrom, signLevels, isLotRequired, remark }
  const items = found.items.map(contentOf) as TemplateFile['items'] // no option is ever stored as pending
  return {
    name: `template-${product}-${code}-v${found.version.versionNo}.json`,
    content: { ...templateFile, template: head, items },
  }
}

/** Logs the export of a file, before it is sent. */
export const noteFile = (
  store: Store,
  templateId: number,
  { name }: WrittenFile,
  context: RequestContext,
): Promise<void> =>
  store.tx(async (db) => {
    await writeOperation(store, db, context, { action: 'export', record: String(templateId), name })
    await appendAudit(store, db, await authorOf(store, db, context), [
      { entity: 'template', entityId: templateId, action: 'export', new: name },
    ])
  })

/**
 * Makes a template from a file, with its items in a draft.
 * @throws Refusal if the product line does not exist, or already has that code
 */
export const importTemplate = (store: Store, given: TemplateImport, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { product, ...head } = given.template
    const productId = given.productId ?? (await productOf(store, db, product))
    const input = { ...head, productId, code: given.code ?? head.code }
    const author = await authorOf(store, db, context)
    const { template } = await insertWithItems(store, db, input, given.items, author)
    await writeOperation(store, db, context, { ...entryOf(template), action: 'import', after: spoken(input) })
    await appendAudit(store, db, author, [
      { ...created('template', template.templateId, { ...input, items: given.items.length }), action: 'import' },
    ])
    return template.templateId
  })

async function productOf({ t: { products } }: Dialect, db: Reader, code: string): Promise<number> {
  const [product] = await db.select({ productId: products.productId }).from(products).where(eq(products.code, code))
  if (!product) throw new Refusal(codes.badRequest, 'qcTemplate.noProduct').at('productId')
  return product.productId
}
