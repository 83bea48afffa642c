import type { Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcInstrumentTables(k: Columns, { products }: QcProductTables) {
  /** Keys by which instruments and gateways send measurements, until somebody revokes them. */
  const instruments = k.table(
    'qc_instrument',
    {
      instrumentId: k.id('instrument_id'),
      name: k.text('name').notNull(),
      /** The account for which it writes; that may be deleted, and comes back with the key. */
      userId: k.int('user_id').notNull(),
      /** The one line that it writes for; null: each that the account may. */
      productId: k.ref('product_id', () => products.productId),
      /** SHA-256 of the key, which is shown once. */
      tokenHash: k.text('token_hash').notNull(),
      createBy: k.int('create_by').notNull(),
      createName: k.text('create_name').notNull(),
      createdAt: k.time('created_at').notNull(),
      /** Refused from then on; null: good until it is revoked. */
      expiresAt: k.time('expires_at'),
      revokedAt: k.time('revoked_at'),
      seenAt: k.time('seen_at'),
    },
    (t) => [k.unique('qc_instrument_token').on(t.tokenHash), k.index('qc_instrument_product').on(t.productId)],
  )
  return { instruments }
}
