import type { FeedType } from '#shared/qc/analysis/kinds'
import type { Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcFeedTables(k: Columns, { products }: QcProductTables) {
  /** Live events: written in the transaction of the change, deleted after a while. */
  const outbox = k.table(
    'qc_outbox',
    {
      outboxId: k.id('outbox_id'),
      at: k.time('at').notNull(),
      productId: k.ref('product_id', () => products.productId).notNull(),
      type: k.text('type').$type<FeedType>().notNull(),
      /** Department and operator of the record. The event goes only to people with this record in their data scope. */
      deptId: k.int('dept_id'),
      operatorId: k.int('operator_id').notNull(),
      /** JSON in its wire format. */
      payload: k.text('payload').notNull(),
    },
    (t) => [k.index('qc_outbox_product').on(t.productId, t.outboxId)],
  )

  /** Wall screens that show one product line without a sign-in, until they are revoked. */
  const displays = k.table(
    'qc_display',
    {
      displayId: k.id('display_id'),
      name: k.text('name').notNull(),
      productId: k.ref('product_id', () => products.productId).notNull(),
      /** SHA-256 of the token, which is shown once. */
      tokenHash: k.text('token_hash').notNull(),
      createBy: k.int('create_by').notNull(),
      createName: k.text('create_name').notNull(),
      createdAt: k.time('created_at').notNull(),
      /** End of validity; null: valid until revoked. */
      expiresAt: k.time('expires_at'),
      revokedAt: k.time('revoked_at'),
      seenAt: k.time('seen_at'),
    },
    (t) => [k.unique('qc_display_token').on(t.tokenHash), k.index('qc_display_product').on(t.productId)],
  )

  /** Counts the changes of a template's charts per UTC day, so that readers can tell if their copy is still valid. */
  const chartDays = k.table(
    'qc_chart_day',
    {
      templateId: k.int('template_id').notNull(),
      /** Days since 1970-01-01 UTC of `inspected_at`. */
      day: k.int('day').notNull(),
      revision: k.int('revision').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.day] })],
  )
  return { outbox, displays, chartDays }
}
