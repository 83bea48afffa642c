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

/** What a token limits its program to. */
export type ApiToken = Pick<TokenRow, 'tokenId' | 'name' | 'productId' | 'product'> & { scopes: PermissionTag[] }

/** Being used is written down this often. */
const TOUCH_MS = 60_000
/** Nobody has signed in. */
const NO_SESSION = 0

/** Of a person or a service, or of an instrument; a session has a shorter one. */
const isApiToken = (token: string) => /^c(at|ik)_[\w-]{43}$/.test(token)

const rowByToken = oneRow((store) =>
  selectTokens(store, store.db).where(eq(store.t.apiTokens.tokenHash, store.bind('tokenHash'))),
)
type Known = Awaited<ReturnType<typeof readToken>>
const known = cacheUntilCommit<Known>()

/**
 * The row of a token with its account as operator, whose permissions are those of both; noted as seen. Undefined when there
 * never was such a token, it was revoked, or has expired. The operator is missing when the account is shut out.
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
    mustChangePassword: false, // nobody signs in; resetting the password of a person revokes their own tokens
    method: 'password' as const,
    isActingAsOne: false,
    accessStamp: accessStamp(deptId, limited, state),
    apiToken,
  }
}

export const scopesIn = ({ scopes }: Pick<TokenRow, 'scopes'>): PermissionTag[] => JSON.parse(scopes)

/** What both the account and the token allow, of what programs may do by now. */
export const withinScopes = (permissions: readonly string[], { scopes }: Pick<ApiToken, 'scopes'>) =>
  scopes.filter((tag) => isScope(tag) && isAllowed(permissions, [tag]))

/** Without keeping anybody waiting; what cannot be written on a full disk is told by what the program does. */
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
    .select({ deptId: users.deptId, expiresAt: apiTokens.expiresAt })
    .from(apiTokens)
    .innerJoin(users, eq(users.userId, apiTokens.userId))
    .where(
      and(eq(apiTokens.tokenId, bind('tokenId')), isNull(apiTokens.revokedAt), eq(users.status, literal(statuses.on))),
    ),
)

/** The account of a token as a transaction has it; undefined once the token is revoked or the account shut out. */
export async function accountOfToken(store: Dialect, db: Reader, { tokenId }: Pick<ApiToken, 'tokenId'>) {
  const [account] = await liveAccount(store, db, { tokenId })
  return account
}

export const tokenRefused = () => new Refusal(codes.signedOut, 'apiToken.refused')

/** How logs name the program behind a token. */
export const programOf = ({ tokenId, name }: Pick<ApiToken, 'tokenId' | 'name'>) => `${name} (#${tokenId})`
