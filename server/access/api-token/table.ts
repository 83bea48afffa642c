import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { apiTokenKinds, type ApiTokenKind } from '#shared/access/api-token'
import { among, type Columns } from '../../platform/tables/columns'

type ProductTables = { products: { productId: AnySQLiteColumn } }

export function apiTokenTables(k: Columns, { products }: ProductTables) {
  /** Keys with which programs act for an account, until they are revoked. */
  const apiTokens = k.table(
    'sys_api_token',
    {
      tokenId: k.id('token_id'),
      kind: k.text('kind').$type<ApiTokenKind>().notNull(),
      name: k.text('name').notNull(),
      /** The account of the program. It may be deleted; when it is restored, the token works again. */
      userId: k.int('user_id').notNull(),
      /** Permission tags in JSON: the part of the account's permissions that the program has. */
      scopes: k.text('scopes').notNull(),
      /** The one product line of the token; null: all lines of the account. */
      productId: k.ref('product_id', () => products.productId),
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
    (t) => [
      k.unique('sys_api_token_hash').on(t.tokenHash),
      k.index('sys_api_token_user').on(t.userId),
      k.index('sys_api_token_product').on(t.productId),
      k.check('sys_api_token_kind', among(t.kind, apiTokenKinds)),
    ],
  )
  return { apiTokens }
}
