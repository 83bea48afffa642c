import { sql } from 'drizzle-orm'
import { lotStatuses, type LotStatus } from '#shared/qc/constants'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcLotTables(k: Columns, { products }: QcProductTables) {
  const lots = k.table(
    'qc_lot',
    {
      lotId: k.id('lot_id'),
      productId: k.ref('product_id', () => products.productId).notNull(),
      lotNo: k.text('lot_no').notNull(),
      /** Decimal text. */
      qty: k.text('qty'),
      supplier: k.text('supplier').notNull().default(''),
      producedAt: k.time('produced_at'),
      status: k.text('status').$type<LotStatus>().notNull(),
      remark: k.text('remark').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_lot_no').on(t.productId, t.lotNo),
      // for the search by the beginning of a number
      k.index('qc_lot_search').on(k.bytewise(sql`lower(${t.lotNo})`), t.lotId),
      k.index('qc_lot_created').on(t.createdAt, t.lotId),
      k.index('qc_lot_by_status').on(t.status, t.createdAt, t.lotId),
      k.check('qc_lot_status', among(t.status, lotStatuses)),
    ],
  )
  return { lots }
}
export type QcLotTables = ReturnType<typeof qcLotTables>
