import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { ProgramKey } from '#shared/access/api-token'
import { instant, instantOrNull } from '../../platform/list/wire'
import type { Dialect, Reader } from '../../platform/store'
import { isExpired, isUnused } from '../session/access-end'

/** Tokens with their account, which may be deleted, and their product line. */
export function selectTokens({ t: { apiTokens, products, users } }: Dialect, db: Reader) {
  return db
    .select({
      tokenId: apiTokens.tokenId,
      kind: apiTokens.kind,
      name: apiTokens.name,
      userId: apiTokens.userId,
      username: users.username,
      userStatus: users.status,
      deptId: users.deptId,
      scopes: apiTokens.scopes,
      productId: apiTokens.productId,
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      createBy: apiTokens.createBy,
      createName: apiTokens.createName,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      revokedAt: apiTokens.revokedAt,
      seenAt: apiTokens.seenAt,
    })
    .from(apiTokens)
    .leftJoin(users, eq(users.userId, apiTokens.userId))
    .leftJoin(products, eq(products.productId, apiTokens.productId))
}
export type TokenRow = Awaited<ReturnType<typeof selectTokens>>[number]

/** The fields of a token of any kind for the API. */
export const keyOf = (row: TokenRow, now: number): ProgramKey => ({
  name: row.name,
  username: row.username ?? '',
  isAccountOn: row.userStatus === statuses.on,
  product: row.product,
  productName: row.productName,
  productNameEn: row.productNameEn,
  createName: row.createName,
  ...keyStateOf(row, now),
})

/** The state of any key that opens something without a sign-in, for the API. */
export const keyStateOf = (row: Pick<TokenRow, 'createdAt' | 'expiresAt' | 'revokedAt' | 'seenAt'>, now: number) => ({
  createdAt: instant(row.createdAt),
  expiresAt: instantOrNull(row.expiresAt),
  isExpired: isExpired(row, now),
  revokedAt: instantOrNull(row.revokedAt),
  seenAt: instantOrNull(row.seenAt),
  isUnused: isUnused(row, now),
})
