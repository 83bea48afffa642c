import { sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Status } from '#shared/constants'
import { equipmentKinds, type EquipmentKind } from '#shared/qc/constants'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcEquipmentTables(k: Columns, { products }: QcProductTables) {
  /** Lines, machines, stations and gauges. Equipment without a product line serves all. */
  const equipment = k.table(
    'qc_equipment',
    {
      equipmentId: k.id('equipment_id'),
      productId: k.ref('product_id', () => products.productId),
      parentId: k.ref('parent_id', (): AnySQLiteColumn => equipment.equipmentId),
      code: k.text('code').notNull(),
      name: k.text('name').notNull(),
      nameEn: k.text('name_en').notNull().default(''),
      kind: k.text('kind').$type<EquipmentKind>().notNull(),
      /** For a gauge: the smallest difference that it shows, as decimal text. */
      resolution: k.text('resolution'),
      calibrationDue: k.time('calibration_due'),
      status: k.text('status').$type<Status>().notNull(),
      remark: k.text('remark').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_equipment_code').on(sql`lower(${t.code})`),
      k.index('qc_equipment_product').on(t.productId, t.equipmentId),
      k.check('qc_equipment_kind', among(t.kind, equipmentKinds)),
    ],
  )
  return { equipment }
}
export type QcEquipmentTables = ReturnType<typeof qcEquipmentTables>
