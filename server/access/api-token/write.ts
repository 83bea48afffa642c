import { and, eq, isNull } from 'drizzle-orm'
import type { ApiTokenKind } from '#shared/access/api-token'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { instant } from '../../platform/list/wire'
import { rowBy } from '../../platform/list/rows-by'
import { Refusal } from '../../platform/http/refusal'
import { digest, newToken } from '../../platform/security/token'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { accessIn } from '../session/access'
import { endOf } from '../session/access-end'
import { nameOfUser } from '../user/name'
import { changeableUser, type Manager } from '../user/rights'
import { selectTokens, type TokenRow } from './rows'

const productById = rowBy('products', 'productId', { fields: ['productId'] })
const userById = rowBy('users', 'userId', { fields: ['nickName'] })

/** The input of a new token, with its account. */
type NewApiToken = {
  kind: ApiTokenKind
  prefix: string
  name: string
  userId: number
  scopes: readonly PermissionTag[]
  productId?: number | null | undefined
  expiresAt?: string | null | undefined
}

/** Makes and logs a token; only its digest is stored. @throws Refusal if the line is missing or the end is past */
export async function insertToken(store: Dialect, db: Writer, input: NewApiToken, context: RequestContext) {
  const { kind, prefix, name, userId, scopes } = input
  const { apiTokens } = store.t
  const productId = input.productId ?? null
  const expiresAt = endOf(input.expiresAt, context.now)
  if (productId !== null && !(await productById(store, db, productId))) {
    throw new Refusal(codes.badRequest, 'qc.noProduct').at('productId')
  }
  const { userId: createBy, username } = context.operator
  const creator = await userById(store, db, createBy)
  const token = prefix + newToken()
  const [{ tokenId } = { tokenId: 0 }] = await db
    .insert(apiTokens)
    .values({
      kind,
      name,
      userId,
      scopes: JSON.stringify(scopes),
      productId,
      tokenHash: digest(token),
      expiresAt,
      createBy,
      createName: nameOfUser({ nickName: creator?.nickName, username }),
      createdAt: context.now,
    })
    .returning({ tokenId: apiTokens.tokenId })
  const row = (await tokenIn(store, db, tokenId))!
  const after = { ...loggedFields(row), ...(kind !== 'instrument' && { scopes }) }
  await writeOperation(store, db, context, { action: 'create', record: String(tokenId), name, after })
  return { row, token }
}

/** The fields of a token in logs. */
export const loggedFields = ({ name, username, product, expiresAt }: TokenRow) => ({
  name,
  username,
  ...(product && { product }),
  ...(expiresAt !== null && { expiresAt: instant(expiresAt) }),
})

export async function tokenIn(store: Dialect, db: Reader, tokenId: number): Promise<TokenRow | undefined> {
  const [row] = await selectTokens(store, db).where(eq(store.t.apiTokens.tokenId, tokenId))
  return row
}

/** Revokes a token. @throws Refusal 409 if it is already revoked */
export async function revokeToken(
  store: Dialect,
  db: Writer,
  { tokenId, name }: Pick<TokenRow, 'tokenId' | 'name'>,
  context: RequestContext,
) {
  const { apiTokens } = store.t
  const revoked = await db
    .update(apiTokens)
    .set({ revokedAt: context.now })
    .where(and(eq(apiTokens.tokenId, tokenId), isNull(apiTokens.revokedAt)))
    .returning({ tokenId: apiTokens.tokenId })
  if (revoked.length === 0) throw new Refusal(codes.conflict, 'apiToken.revokedAlready')
  await writeOperation(store, db, context, { action: 'status', record: String(tokenId), name })
}

/** Revokes the tokens that a user has made for themselves. */
export async function revokeOwnTokens({ t: { apiTokens } }: Dialect, db: Writer, userId: number, now: number) {
  const isPersonal = and(eq(apiTokens.userId, userId), eq(apiTokens.kind, 'personal'))
  await db
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(isPersonal, isNull(apiTokens.revokedAt)))
}

/**
 * The account of a new token. The maker of a token can act as its account, so it must be an account that they may
 * change.
 * @throws Refusal at `username` if the account does not exist or is disabled
 */
export async function accountFor(store: Dialect, db: Reader, username: string, manager: Manager) {
  const { users } = store.t
  const [named] = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  const account = named && (await changeableUser(store, db, named.userId, manager))
  if (!account) throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('username')
  if (account.status !== statuses.on) throw new Refusal(codes.conflict, 'qcInstrument.accountOff').at('username')
  const { permissions } = await accessIn(store, db, account.userId)
  return { account, mayAll: (tags: readonly PermissionTag[]) => tags.every((tag) => isAllowed(permissions, [tag])) }
}
