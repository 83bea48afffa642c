import { and, eq, isNull } from 'drizzle-orm'
import { isScope } from '#shared/access/token-scopes'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { cacheUntilCommit } from '../../platform/cache/until-commit'
import { Refusal } from '../../platform/http/refusal'
import { oneRow, literal, statementIn } from '../../platform/list/statement'
import { digest } from '../../platform/security/token'
import type { Dialect, Reader, Store } from '../../platform/store'
import { accessOf } from '../session/access'
import { isExpired } from '../session/access-end'
import { accessStamp } from '../session/access-stamp'
import { selectTokens, type TokenRow } from './rows'

/** The limits of a token for its program. */
export type ApiToken = Pick<TokenRow, 'tokenId' | 'name' | 'productId' | 'product'> & { scopes: PermissionTag[] }

/** Interval at which the last use is written. */
const TOUCH_MS = 60_000
/** A token has no session. */
const NO_SESSION = 0

/** True for a token of a person, a service or an instrument. Session tokens are shorter. */
const isApiToken = (token: string) => /^c(at|ik)_[\w-]{43}$/.test(token)

const rowByToken = oneRow((store) =>
  selectTokens(store, store.db).where(eq(store.t.apiTokens.tokenHash, store.bind('tokenHash'))),
)
type Known = Awaited<ReturnType<typeof readToken>>
const known = cacheUntilCommit<Known>()

/**
 * The row of a token, with its account as operator; the permissions are those of both. The use is noted. Undefined if
 * the token never existed, was revoked, or has expired. The operator is undefined if the account is locked out.
 */
export async function findApiToken(store: Store, token: string, now: number) {
  if (!isApiToken(token)) return undefined
  const tokenHash = digest(token)
  const found = await known(store, tokenHash, () => readToken(store, tokenHash))
  if (!found || found.row.revokedAt !== null || isExpired(found.row, now)) return undefined
  if ((found.row.seenAt ?? 0) + TOUCH_MS <= now) touch(store, found.row, now)
  return found
}

async function readToken(store: Store, tokenHash: string) {
  const row = await rowByToken(store, { tokenHash })
  return row && { row, operator: await operatorOf(store, row) }
}

async function operatorOf(store: Store, row: TokenRow) {
  const { tokenId, name, productId, product, userId, username, userStatus, deptId } = row
  const { state, ...access } = await accessOf(store, userId)
  if (username === null || userStatus !== statuses.on || access.roles.length === 0) return undefined
  const apiToken: ApiToken = { tokenId, name, productId, product, scopes: scopesIn(row) }
  const limited = { ...access, permissions: withinScopes(access.permissions, apiToken) }
  return {
    ...limited,
    sessionId: NO_SESSION,
    userId,
    username,
    deptId,
    mustChangePassword: false, // no sign-in; a reset of the password revokes own tokens
    method: 'password' as const,
    isActingAsOne: false,
    accessStamp: accessStamp(deptId, limited, state),
    apiToken,
  }
}

export const scopesIn = ({ scopes }: Pick<TokenRow, 'scopes'>): PermissionTag[] => JSON.parse(scopes)

/** The permissions that both the account and the token grant, without those no longer open to programs. */
export const withinScopes = (permissions: readonly string[], { scopes }: Pick<ApiToken, 'scopes'>) =>
  scopes.filter((tag) => isScope(tag) && isAllowed(permissions, [tag]))

/** Does not delay the caller. A failed write, as on a full disk, is ignored. */
function touch(store: Store, row: TokenRow, now: number) {
  const { apiTokens } = store.t
  const { tokenId, seenAt } = row
  row.seenAt = now
  store
    .tx((db) => db.update(apiTokens).set({ seenAt: now }).where(eq(apiTokens.tokenId, tokenId)))
    .catch(() => (row.seenAt = seenAt))
}

const liveAccount = statementIn(({ t: { apiTokens, users }, bind }, db) =>
  db
    .select({ deptId: users.deptId })
    .from(apiTokens)
    .innerJoin(users, eq(users.userId, apiTokens.userId))
    .where(
      and(eq(apiTokens.tokenId, bind('tokenId')), isNull(apiTokens.revokedAt), eq(users.status, literal(statuses.on))),
    ),
)

/** The account of a token, read in a transaction; undefined if the token is revoked or the account is locked out. */
export async function accountOfToken(store: Dialect, db: Reader, { tokenId }: Pick<ApiToken, 'tokenId'>) {
  const [account] = await liveAccount(store, db, { tokenId })
  return account
}

export const tokenRefused = () => new Refusal(codes.signedOut, 'apiToken.refused')

/** The name of a token's program in logs. */
export const programOf = ({ tokenId, name }: Pick<ApiToken, 'tokenId' | 'name'>) => `${name} (#${tokenId})`
