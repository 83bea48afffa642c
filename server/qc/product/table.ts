import { sql } from 'drizzle-orm'
import type { Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function qcProductTables(k: Columns) {
  /** Product lines, each with its own clock. */
  const products = k.table(
    'qc_product',
    {
      productId: k.id('product_id'),
      code: k.text('code').notNull(),
      name: k.text('name').notNull(),
      nameEn: k.text('name_en').notNull().default(''),
      /** IANA name, such as `Asia/Shanghai`. */
      tz: k.text('tz').notNull(),
      /** Start of the business day, in minutes after midnight. */
      dayStartMin: k.int('day_start_min').notNull(),
      status: k.text('status').$type<Status>().notNull(),
      sort: k.int('sort').notNull().default(0),
      remark: k.text('remark').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('qc_product_code').on(sql`lower(${t.code})`), k.index('qc_product_sort').on(t.sort, t.productId)],
  )
  const shifts = k.table(
    'qc_shift',
    {
      shiftId: k.id('shift_id'),
      productId: k.ref('product_id', () => products.productId).notNull(),
      code: k.text('code').notNull(),
      name: k.text('name').notNull(),
      nameEn: k.text('name_en').notNull().default(''),
      /** Minutes after midnight; a shift with its end before its start crosses midnight. */
      startMin: k.int('start_min').notNull(),
      endMin: k.int('end_min').notNull(),
    },
    (t) => [k.unique('qc_shift_code').on(t.productId, t.code)],
  )
  return { products, shifts }
}
export type QcProductTables = ReturnType<typeof qcProductTables>
