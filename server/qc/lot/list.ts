import { eq, getTableColumns, desc, inArray } from 'drizzle-orm'
import type { Page } from '#shared/list/page'
import type { Lot, LotOption, LotOptionQuery, LotQuery } from '#shared/qc/lot'
import type { Store } from '../../platform/store'
import { dayText } from '../../platform/list/day'
import { lot } from '#shared/qc/lot-resource'
import { declaredList } from '../../platform/list/declared'
import { equals, listing } from '../../platform/list/listing'
import { ofProduct } from '../product/list'
import { oneRow } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

const selected = ({ db, t: { lots, products } }: Store) =>
  db
    .select({
      ...getTableColumns(lots),
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
    })
    .from(lots)
    .innerJoin(products, eq(products.productId, lots.productId))

/** For choosing: lots in use or of any status, by the code or the id of a product line. */
type ScopedQuery = LotQuery & { productId?: number | undefined; open?: '1' | undefined }

/** Lots belong to the plant, not to a department, so the data scope does not apply. */
const page = listing<ScopedQuery>()((store) => {
  const { lots } = store.t
  const { filters, orders, groups } = declaredList(lot, lots, store)
  return {
    rows: () => selected(store).$dynamic(),
    counted: lots,
    key: lots.lotId,
    filters: {
      ...filters,
      product: ofProduct(lots.productId),
      productId: equals(lots.productId),
      open: { where: () => inArray(lots.status, ['open', 'hold']) },
    },
    orders,
    groups,
    defaultOrder: [desc(lots.createdAt), desc(lots.lotId)],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

const lotOf = ({ createBy: _createBy, ...row }: Row): Lot => ({
  ...row,
  producedAt: dayText(row.producedAt),
  ...stampsOf(row),
})

export async function listLots(store: Store, query: LotQuery): Promise<Page<Lot>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(lotOf) }
}

export const lotGroups = page.groups

const byId = oneRow((store) => selected(store).where(eq(store.t.lots.lotId, store.bind('lotId'))))

export async function getLot(store: Store, lotId: number): Promise<Lot | undefined> {
  const row = await byId(store, { lotId })
  return row && lotOf(row)
}

const MAX_OPTIONS = 50

const optionOf = ({ lotId, productId, lotNo, supplier, status }: Row): LotOption => ({
  lotId,
  productId,
  lotNo,
  supplier,
  status,
})

/** The first matching lots, the newest first. */
export async function lotOptions(store: Store, { lotId, all, ...query }: LotOptionQuery): Promise<LotOption[]> {
  if (lotId !== undefined) {
    const row = await byId(store, { lotId })
    return row ? [optionOf(row)] : []
  }
  const open = all === '1' ? undefined : '1'
  const { list } = await page(store, { ...query, open, pageIndex: 1, pageSize: MAX_OPTIONS, orders: [] })
  return list.map(optionOf)
}
