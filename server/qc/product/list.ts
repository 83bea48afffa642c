import { rowBy, rowsBy } from '../../platform/list/rows-by'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { inDayOrder } from '#shared/qc/clock'
import type { Page } from '#shared/list/page'
import type { Product, ProductOption, ProductQuery, Shift } from '#shared/qc/product'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { product } from '#shared/qc/product-resource'
import { declaredList } from '../../platform/list/declared'
import { listing, type Filter } from '../../platform/list/listing'
import { oneRow, statement } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'

type Row = Tables['products']['$inferSelect']
type ShiftRow = Tables['shifts']['$inferSelect']

const shiftOf = ({ productId: _productId, ...shift }: ShiftRow): Shift => shift

export function productOf(row: Row, shifts: readonly ShiftRow[]): Product {
  const { createBy: _createBy, ...fields } = row
  const own = shifts.filter(({ productId }) => productId === row.productId).map(shiftOf)
  return {
    ...fields,
    status: statusNumber(row.status),
    shifts: inDayOrder(own, row.dayStartMin),
    ...stampsOf(row),
  }
}

/**
 * Filters a list by the code of a product line, in any letter case. At most one line has the code, so that an index on
 * its things is read in order.
 */
export const ofProduct = (productId: AnySQLiteColumn): Filter => ({
  where: ({ db, t: { products } }, bound) =>
    sql`${productId} = ${db
      .select({ id: products.productId })
      .from(products)
      .where(eq(sql`lower(${products.code})`, bound))}`,
  bind: (code) => String(code).toLowerCase(),
})

/** Product lines belong to the plant, not to a department, so the data scope does not apply. */
const page = listing<ProductQuery>()((store) => {
  const { products } = store.t
  return {
    rows: () => store.db.select(getTableColumns(products)).from(products).$dynamic(),
    counted: products,
    key: products.productId,
    ...declaredList(product, products, store),
    defaultOrder: [products.sort, products.productId],
  }
})

export const productGroups = page.groups

const shiftsOfAll = statement(({ db, t: { shifts } }) => db.select().from(shifts).orderBy(shifts.shiftId))

export async function listProducts(store: Store, query: ProductQuery): Promise<Page<Product>> {
  const [found, shifts] = [await page(store, query), await shiftsOfAll(store)]
  return { ...found, list: found.list.map((row) => productOf(row, shifts)) }
}

const enabled = statement(({ db, t: { products } }) =>
  db.select().from(products).where(eq(products.status, statuses.on)).orderBy(products.sort, products.productId),
)

/** The product lines in use, to choose from. */
export async function productOptions(store: Store): Promise<ProductOption[]> {
  const [rows, shifts] = [await enabled(store), await shiftsOfAll(store)]
  return rows.map((row) => {
    const { productId, code, name, nameEn, tz, dayStartMin, shifts: own } = productOf(row, shifts)
    return { productId, code, name, nameEn, tz, dayStartMin, shifts: own }
  })
}

const productById = rowBy('products', 'productId')
const shiftsOfProduct = rowsBy('shifts', 'productId', { orderBy: ['shiftId'] })

export async function getProduct(store: Store, productId: number): Promise<Product | undefined> {
  const row = await productById(store, store.db, productId)
  return row && productOf(row, await shiftsOfProduct(store, store.db, productId))
}

const byCode = oneRow(({ db, t: { products }, bind }) =>
  db
    .select({ productId: products.productId })
    .from(products)
    .where(eq(sql`lower(${products.code})`, bind('code'))),
)

/** The id of the line with a code, in any letter case. */
export const productIdOf = async (store: Store, code: string): Promise<number | undefined> =>
  (await byCode(store, { code: code.toLowerCase() }))?.productId

/** Refuses a missing product line, at `productId`. */
export async function refuseNoProduct(store: Dialect, db: Reader, productId: number): Promise<void> {
  if (!(await productById(store, db, productId))) throw new Refusal(codes.badRequest, 'qc.noProduct').at('productId')
}

/** The codes of all lines, by id. */
export async function productCodes({ t: { products } }: Dialect, db: Reader): Promise<Map<number, string>> {
  const rows = await db.select({ id: products.productId, code: products.code }).from(products)
  return new Map(rows.map(({ id, code }) => [id, code]))
}
