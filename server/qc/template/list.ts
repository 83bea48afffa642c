import { and, count, desc, eq, getTableColumns, gte, ne, sql, type SQL } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Page } from '#shared/list/page'
import { lastDaysFrom } from '#shared/qc/day'
import type { Template, TemplateOption, TemplateOptionQuery, TemplateQuery } from '#shared/qc/template/schema'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { contains, equals, listing } from '../../platform/list/listing'
import { literal, statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'
import type { Reading, Store } from '../../platform/store'
import { ofProduct } from '../product/list'
import { isFirstTest } from '../record/retest-chain'
import { scopedStatement } from '../record/scope'
import { standing, type VersionRow } from './version'

/** Templates with their product line and owner. They belong to the plant, so the data scope does not apply. */
export const selectedTemplates = ({ db, t: { templates, products, users } }: Store) =>
  db
    .select({
      ...getTableColumns(templates),
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      tz: products.tz,
      dayStartMin: products.dayStartMin,
      ownerName: users.nickName,
    })
    .from(templates)
    .innerJoin(products, eq(products.productId, templates.productId))
    .leftJoin(users, eq(users.userId, templates.ownerId))

/** The number of rows that meet a condition. */
const countOf = (condition: SQL) => sql<number>`sum(case when ${condition} then 1 else 0 end)`.mapWith(Number)

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

/** The fields common to a row of the list and a template's detail. */
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

/** The meaning of "recent" in a list, in business days. */
const RECENT_DAYS = 30

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

/** A page of templates. Only records within the operator's data scope are counted. */
export async function listTemplates(
  store: Store,
  query: TemplateQuery,
  { operator, now }: Pick<RequestContext, 'operator' | 'now'>,
): Promise<Page<Template>> {
  const { list: rows, ...rest } = await page(store, query)
  const scope = await scopeOf(store, operator)
  const [versions, recent] = await Promise.all([
    versionsOfMany(store, { templates: idsOf(rows) }),
    recentOfAll(store, scope, rows, now),
  ])
  const versionsOf = Map.groupBy(versions, ({ templateId }) => templateId)
  const recentOf = new Map(recent.map((row) => [row.templateId, row]))
  const list = rows.map((row): Template => {
    const { published, draft } = standing(versionsOf.get(row.templateId) ?? [])
    const { itemCount = 0, spcItemCount = 0 } = published ?? draft ?? {}
    const { records, tests, ng } = recentOf.get(row.templateId) ?? { records: 0, tests: 0, ng: 0 }
    return {
      ...headOf(row, published, draft),
      itemCount,
      spcItemCount,
      recentRecords: records,
      recentNgRate: tests === 0 ? null : ng / tests,
    }
  })
  return { ...rest, list }
}

const idsOf = (rows: readonly Row[]) => JSON.stringify({ ids: rows.map(({ templateId }) => templateId) })

/** {@link recentByTemplate} by the clocks of the product lines, which are few. */
async function recentOfAll(store: Store, scope: Scope | undefined, rows: readonly Row[], now: number) {
  const byClock = [...Map.groupBy(rows, ({ tz, dayStartMin }) => `${dayStartMin} ${tz}`).values()]
  const found = byClock.map((own) =>
    recentByTemplate(store, scope, { templates: idsOf(own), since: lastDaysFrom(now, RECENT_DAYS, own[0]!) }),
  )
  return (await Promise.all(found)).flat()
}

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

/** The templates for new records: in use, with a published version, of product lines in use. */
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

/**
 * Records of templates since a time, without voided ones; and of the records that figures count, their number and the
 * number of NG ones.
 */
const recentByTemplate = scopedStatement((store, isInScope) => {
  const { db, t, bind } = store
  const { templateId, judgement, inspectedAt, status } = t.valueBases
  const isOfThese = store.among(templateId, bind('templates'), 'ids')
  return db
    .select({
      templateId,
      records: count(),
      tests: countOf(isFirstTest(store)),
      ng: countOf(and(isFirstTest(store), eq(judgement, literal('NG')))!),
    })
    .from(t.valueBases)
    .where(and(isOfThese, gte(inspectedAt, bind('since')), ne(status, literal('voided')), isInScope))
    .groupBy(templateId)
})

const boundByVersion = scopedStatement((store, isInScope) => {
  const { versionId } = store.t.valueBases
  return store.db
    .select({ versionId, records: count() })
    .from(store.t.valueBases)
    .where(and(store.among(versionId, store.bind('versions'), 'ids'), isInScope))
    .groupBy(versionId)
})

/** The number of records of versions within the operator's scope; by version. */
export async function recordsBound(store: Reading, operator: Operator, versionIds: number[]) {
  const bound = { versions: JSON.stringify({ ids: versionIds }) }
  const rows = await boundByVersion(store, await scopeOf(store, operator), bound)
  return new Map(rows.map(({ versionId, records }) => [versionId, records]))
}
