import { and, eq, ne, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { TemplateChange, TemplateCopy, TemplateInput } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, type Author, created, updated } from '../audit/append'
import { isAnySubmitted } from '../record/submitted'
import { contentOf, insertItems, itemsOf, type GivenItem } from './items'
import { insertDraft, openTemplate, standing, templateWithVersions, type TemplateRow } from './version'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { stampsOf } from '../../platform/list/wire'

/**
 * Makes a template whose first version is an empty draft.
 * @throws Refusal if the product line does not exist or is disabled, or already has that code
 */
export async function insertTemplate(store: Dialect, db: Writer, input: TemplateInput, author: Author) {
  const { template, versionId } = await insertWithItems(store, db, input, [], author)
  await appendAudit(store, db, author, [created('template', template.templateId, input)])
  return { templateId: template.templateId, versionId }
}

/** {@link insertTemplate} with items in the draft. The caller writes the audit entry. */
export async function insertWithItems(
  store: Dialect,
  db: Writer,
  input: TemplateInput,
  items: readonly GivenItem[],
  author: Author,
) {
  await refuseNoProduct(store, db, input.productId)
  await refuseTakenCode(store, db, input)
  const { userId, now } = author
  const values = {
    ...input,
    ownerId: userId,
    status: 'active' as const,
    createBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  const [template] = await db.insert(store.t.templates).values(values).returning()
  const { versionId } = await insertDraft(
    store,
    db,
    { templateId: template!.templateId, versionNo: 1, lockVersion: 0 },
    author,
  )
  await insertItems(store, db, versionId, items)
  return { template: template!, versionId }
}

/** @throws Refusal as {@link insertTemplate} */
export const createTemplate = (store: Store, input: TemplateInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { templateId } = await insertTemplate(store, db, input, await authorOf(store, db, context))
    await writeOperation(store, db, context, {
      ...entryOf({ ...input, templateId }),
      action: 'create',
      after: spoken(input),
    })
    return templateId
  })

/**
 * Changes the head of a template; omitted fields stay. The name may change, because records are bound to the id and the
 * version. The audit trail keeps the old one.
 * @throws Refusal as {@link insertTemplate}, if it is retired, if its records would move to another product line, or if
 *   submitted ones would name another code
 */
export const updateTemplate = (
  store: Store,
  templateId: number,
  change: TemplateChange,
  context: RequestContext,
): Promise<number> =>
  store.tx(async (db) => {
    const { templates, valueBases } = store.t
    const { template: before } = await openTemplate(store, db, templateId)
    const present = { ...before, ...stampsOf(before) }
    const about = { fields: present, record: String(templateId), readBy: ['qc:template:list'] } as const
    const given = await unlessChanged(store, db, context, change, about)
    const after: TemplateRow = { ...before, ...given }
    if (after.productId !== before.productId) {
      const ofIt = eq(valueBases.templateId, templateId)
      const [record] = await db.select({ id: valueBases.qcValueBaseId }).from(valueBases).where(ofIt).limit(1)
      if (record) throw new Refusal(codes.conflict, 'qcTemplate.productFixed', { code: before.code }).at('productId')
      await refuseNoProduct(store, db, after.productId)
    }
    if (after.code !== before.code && (await isAnySubmitted(store, db, eq(valueBases.templateId, templateId)))) {
      throw new Refusal(codes.conflict, 'qcTemplate.codeFixed', { code: before.code }).at('code')
    }
    if (after.chartFrom !== before.chartFrom) await refuseCharted(store, db, before)
    await refuseTakenCode(store, db, after, templateId)
    await db
      .update(templates)
      .set({ ...given, updatedAt: laterThan(templates.updatedAt, context.now) })
      .where(eq(templates.templateId, templateId))
    await writeOperation(store, db, context, {
      ...entryOf(after),
      action: 'update',
      ...changesOf(before, spoken(after)),
    })
    await appendAudit(store, db, await authorOf(store, db, context), updated('template', templateId, before, after))
    return templateId
  })

/** Takes a template out of use: no more records, changes or publications. @throws Refusal if it is retired */
export async function retireTemplate(store: Dialect, db: Writer, templateId: number, reason: string, author: Author) {
  const { template } = await openTemplate(store, db, templateId)
  return switchTo(store, db, template, 'retired', author, reason)
}

/** @throws Refusal if it is not retired */
async function reactivateTemplate(store: Dialect, db: Writer, templateId: number, author: Author) {
  const { template } = await templateWithVersions(store, db, templateId)
  if (template.status === 'active') throw new Refusal(codes.conflict, 'qcTemplate.isActive', { code: template.code })
  return switchTo(store, db, template, 'active', author)
}

async function switchTo(
  store: Dialect,
  db: Writer,
  { templateId, status: old }: TemplateRow,
  status: TemplateRow['status'],
  author: Author,
  reason = '',
): Promise<TemplateRow> {
  const { templates } = store.t
  const [changed] = await db
    .update(templates)
    .set({ status, updatedAt: laterThan(templates.updatedAt, author.now) })
    .where(eq(templates.templateId, templateId))
    .returning()
  const action = status === 'retired' ? 'retire' : 'reactivate'
  await appendAudit(store, db, author, [
    { entity: 'template', entityId: templateId, action, field: 'status', old, new: status, reason },
  ])
  return changed!
}

/** {@link retireTemplate}, or with `isActive` {@link reactivateTemplate}, for an operator. */
export const switchTemplate = (
  store: Store,
  templateId: number,
  { isActive, reason = '' }: { isActive: boolean; reason?: string },
  context: RequestContext,
): Promise<number> =>
  store.tx(async (db) => {
    const author = await authorOf(store, db, context)
    const template = isActive
      ? await reactivateTemplate(store, db, templateId, author)
      : await retireTemplate(store, db, templateId, reason, author)
    const after = { status: isActive ? statuses.on : statuses.off, ...(reason && { reason }) }
    await writeOperation(store, db, context, { ...entryOf(template), action: 'status', after })
    return templateId
  })

/**
 * Copies a template: its published version, or its draft if there is none. The items are new characteristics.
 * @throws Refusal if the code is taken
 */
export const copyTemplate = (
  store: Store,
  templateId: number,
  { code, name, nameEn }: TemplateCopy,
  context: RequestContext,
): Promise<number> =>
  store.tx(async (db) => {
    const { template: origin, versions } = await templateWithVersions(store, db, templateId)
    const { published, draft } = standing(versions)
    const { productId, stage, chartFrom, signLevels, isLotRequired, remark } = origin
    const input = { productId, code, name, nameEn, stage, chartFrom, signLevels, isLotRequired, remark }
    const items = await itemsOf(store, db, (published ?? draft)!.versionId) // one of both is always there
    const author = await authorOf(store, db, context)
    const { template } = await insertWithItems(store, db, input, items.map(contentOf), author)
    await writeOperation(store, db, context, { ...entryOf(template), action: 'create', after: spoken(input) })
    await appendAudit(store, db, author, [
      { ...created('template', template.templateId, input), action: 'copy', old: `${templateId} ${origin.code}` },
    ])
    return template.templateId
  })

/** A template's name in the operation log, and its logged fields. The audit trail has all fields. */
export const entryOf = ({ templateId, code, name }: Pick<TemplateRow, 'templateId' | 'code' | 'name'>) => ({
  record: String(templateId),
  name: `${code} ${name}`,
})
export const spoken = ({ code, name, nameEn, remark }: TemplateInput) => ({ code, name, nameEn, remark })

async function refuseNoProduct({ t: { products } }: Dialect, db: Reader, productId: number) {
  const [product] = await db.select({ status: products.status }).from(products).where(eq(products.productId, productId))
  if (product?.status !== statuses.on) throw new Refusal(codes.badRequest, 'qcTemplate.noProduct').at('productId')
}

/** Limits and signals were computed from the records in the charts, so the choice of those records is fixed. */
async function refuseCharted({ t: { limitSets } }: Dialect, db: Reader, { templateId, code }: TemplateRow) {
  const ofIt = eq(limitSets.templateId, templateId)
  const [set] = await db.select({ id: limitSets.limitSetId }).from(limitSets).where(ofIt).limit(1)
  if (set) throw new Refusal(codes.conflict, 'qcTemplate.chartFromFixed', { code }).at('chartFrom')
}

type Coded = Pick<TemplateRow, 'productId' | 'code'>

/** The database has a unique index; this check only words the refusal. */
async function refuseTakenCode({ t: { templates } }: Dialect, db: Reader, { productId, code }: Coded, exceptId = 0) {
  const [taken] = await db
    .select({ id: templates.templateId })
    .from(templates)
    .where(
      and(
        eq(templates.productId, productId),
        eq(sql`lower(${templates.code})`, code.toLowerCase()),
        ne(templates.templateId, exceptId),
      ),
    )
  if (taken) throw new Refusal(codes.conflict, 'qcTemplate.codeTaken', { code }).at('code')
}
