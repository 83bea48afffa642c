import { codeKinds, type CodeKind } from '#shared/qc/constants'
import { sql } from 'drizzle-orm'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcQrTables(k: Columns, { products }: QcProductTables) {
  /** The subjects of label codes. A thing has one valid code at a time; revoked ones stay, marked as such. */
  const qrCodes = k.table(
    'qc_qr',
    {
      code: k.text('code').notNull().primaryKey(),
      kind: k.text('kind').$type<CodeKind>().notNull(),
      refId: k.int('ref_id').notNull(),
      productId: k.ref('product_id', () => products.productId),
      scans: k.int('scans').notNull().default(0),
      revokedAt: k.time('revoked_at'),
      revokedBy: k.int('revoked_by'),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [
      k
        .unique('qc_qr_valid')
        .on(t.kind, t.refId)
        .where(sql`revoked_at is null`),
      k.index('qc_qr_created').on(t.createdAt, t.code),
      k.check('qc_qr_kind', among(t.kind, codeKinds)),
    ],
  )
  return { qrCodes }
}
