import { and, eq, exists, inArray, ne, notInArray, type SQL } from 'drizzle-orm'
import { measuredTypes, type Chart } from '#shared/qc/constants'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import type { RuleId } from '#shared/spc/charts/track'
import { judgedRange, type JudgedRange } from '#shared/spc/sampling/judged-range'
import type { Dialect, Reader, Store } from '../../platform/store'
import { ofProduct } from '../product/list'
import { literal, statement, statementIn } from '../../platform/list/statement'

/** The limits of one version, the range of what is judged to be within them, and how its figures are written. */
export type VersionLimits = {
  versionNo: number
  unit: string
  decimals: number
  nominal: number | null
  lsl: number | null
  usl: number | null
  judged: JudgedRange
}

/** A characteristic in all versions of its template, with the name of the newest one. */
export type Characteristic = {
  item: Omit<AnalysisItem, 'openSignals'>
  productId: number
  /** Chart and rules of the newest version. */
  chart: Chart
  rules: RuleId[]
  versions: ReadonlyMap<number, VersionLimits>
}

const columnsOf = ({ t: { templateItems, templateVersions, templates, products } }: Dialect) => ({
  item: {
    itemKey: templateItems.itemKey,
    code: templateItems.code,
    name: templateItems.name,
    nameEn: templateItems.nameEn,
    unit: templateItems.unit,
    type: templateItems.type,
    decimals: templateItems.decimals,
    isSpc: templateItems.spc,
    templateId: templates.templateId,
    templateCode: templates.code,
    templateName: templates.name,
    templateNameEn: templates.nameEn,
    product: products.code,
  },
  productId: templates.productId,
  versionId: templateVersions.versionId,
  versionNo: templateVersions.versionNo,
  status: templateVersions.status,
  nominal: templateItems.nominal,
  lsl: templateItems.lsl,
  usl: templateItems.usl,
  judgeMode: templateItems.judgeMode,
  chart: templateItems.chart,
  rules: templateItems.rules,
})

const selected = (store: Dialect, db: Reader) => {
  const { templateItems, templateVersions, templates, products } = store.t
  return db
    .select(columnsOf(store))
    .from(templateItems)
    .innerJoin(templateVersions, eq(templateVersions.versionId, templateItems.versionId))
    .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
    .innerJoin(products, eq(products.productId, templates.productId))
    .orderBy(products.sort, templates.code, templateVersions.versionNo, templateItems.seq)
    .$dynamic()
}

const isUsed = ({ t: { templateItems, templateVersions } }: Dialect) =>
  and(
    ne(templateVersions.status, literal('draft')),
    inArray(
      templateItems.type,
      measuredTypes.map((type) => literal(type)),
    ),
  )

const byKey = statementIn((store, db) =>
  selected(store, db).where(and(eq(store.t.templateItems.itemKey, store.bind('itemKey')), isUsed(store))),
)

type Row = Awaited<ReturnType<typeof byKey>>[number]

/** A version is superseded by one without the item, if there is no newer row of the item. */
const itemOf = ({ item, status }: Row) => ({ ...item, isRemoved: status === 'superseded' })

const figure = (text: string | null) => (text === null ? null : Number(text))

/** Undefined if no version ever published has it, or if it is not measured or counted. */
export const characteristicOf = (store: Store, itemKey: string) => characteristicIn(store, store.db, itemKey)

/** {@link characteristicOf} within a transaction. */
export async function characteristicIn(
  store: Dialect,
  db: Reader,
  itemKey: string,
): Promise<Characteristic | undefined> {
  const rows = await byKey(store, db, { itemKey })
  const newest = rows.at(-1)
  if (!newest) return undefined
  const { productId, chart } = newest
  return {
    item: itemOf(newest),
    productId,
    chart,
    rules: (JSON.parse(newest.rules) as number[]).map((rule) => String(rule) as RuleId), // 1 to 8, as its schema says
    versions: new Map(
      rows.map(({ item: { unit, decimals }, versionId, versionNo, nominal, lsl, usl, judgeMode }) => {
        const limits = { nominal: figure(nominal), lsl: figure(lsl), usl: figure(usl) }
        const judged = judgedRange({ lsl, usl, decimals, judgeMode })
        return [versionId, { versionNo, unit, decimals, ...limits, judged }]
      }),
    ),
  }
}

const listed = (status: 'published' | 'superseded', isMeant: (store: Store) => SQL | undefined = () => undefined) => {
  const listedOf = (isOfProduct: boolean) =>
    statement((store) => {
      const { templateVersions, templates } = store.t
      const product = isOfProduct ? ofProduct(templates.productId).where(store, store.bind('product')) : undefined
      return selected(store, store.db).where(
        and(eq(templateVersions.status, literal(status)), isUsed(store), product, isMeant(store)),
      )
    })
  const [ofAll, ofOne] = [listedOf(false), listedOf(true)]
  return async (store: Store, { product, templateId }: Which): Promise<Characteristic['item'][]> => {
    const rows = await (product === undefined ? ofAll(store) : ofOne(store, { product: product.toLowerCase() }))
    return rows.map(itemOf).filter((item) => templateId === undefined || item.templateId === templateId)
  }
}

type Which = { product?: string | undefined; templateId?: number | undefined }

/** The characteristics to analyse: measured and counted items of published versions, in their templates' order. */
export const listCharacteristics = listed('published')

/** The keys are sought in the index of keys, so that the many rows of old versions are not read. */
const supersededWithValues = listed('superseded', ({ db, t: { templateItems, templateVersions, values } }) => {
  const { itemKey, versionId } = templateItems
  const present = db
    .select({ itemKey })
    .from(templateItems)
    .innerJoin(templateVersions, eq(templateVersions.versionId, versionId))
    .where(eq(templateVersions.status, literal('published')))
  const value = db
    .select({ one: literal(1) })
    .from(values)
    .where(eq(values.itemKey, itemKey))
  const removed = db
    .selectDistinct({ itemKey })
    .from(templateItems)
    .where(and(notInArray(itemKey, present), exists(value)))
  return inArray(itemKey, removed)
})

/** The items that the published versions no longer have and that have values, as their newest versions have them. */
export async function listRemoved(store: Store, which: Which): Promise<Characteristic['item'][]> {
  const found = await supersededWithValues(store, which)
  return [...new Map(found.map((item) => [item.itemKey, item])).values()]
}
