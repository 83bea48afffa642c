import { and, desc, eq, ne } from 'drizzle-orm'
import {
  API_TOKEN_PREFIX,
  type ApiToken,
  type OwnTokenInput,
  type ScopeGroup,
  type ServiceTokenInput,
} from '#shared/access/api-token'
import { isScope } from '#shared/access/token-scopes'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { isAllowed } from '#shared/permissions'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { isInScope, scopeOf } from '../department/data-scope'
import type { RequestContext } from '../operation-log/write'
import type { Operator } from '../session/queries'
import { isBeyondOwn, managerTx } from '../user/rights'
import { scopesIn } from './find'
import { keyOf, selectTokens, type TokenRow } from './rows'
import { accountFor, insertToken, revokeToken, tokenIn } from './write'

const wireOf = (row: TokenRow, now: number): ApiToken => ({
  tokenId: row.tokenId,
  kind: row.kind === 'personal' ? 'personal' : 'service',
  scopes: scopesIn(row),
  ...keyOf(row, now),
})

/** The tokens of the caller, including ended ones, the newest first. */
export async function ownTokens(store: Store, { userId }: Operator, now: number): Promise<ApiToken[]> {
  const { apiTokens } = store.t
  const rows = await selectTokens(store, store.db)
    .where(and(eq(apiTokens.userId, userId), ne(apiTokens.kind, 'instrument')))
    .orderBy(desc(apiTokens.tokenId))
  return rows.map((row) => wireOf(row, now))
}

/** The tokens of all accounts in the caller's data scope. */
export async function listTokens(store: Store, operator: Operator, now: number): Promise<ApiToken[]> {
  const { apiTokens } = store.t
  const scope = await scopeOf(store, operator)
  const rows = await selectTokens(store, store.db)
    .where(ne(apiTokens.kind, 'instrument'))
    .orderBy(desc(apiTokens.tokenId))
  return rows.filter((row) => isInScope(scope, row)).map((row) => wireOf(row, now))
}

/** Makes a token for the caller. @throws Refusal at `scopes` if the caller lacks one of them */
export const issueOwnToken = (store: Store, input: Omit<OwnTokenInput, 'password'>, context: RequestContext) =>
  store.tx(async (db) => {
    const { userId, permissions } = context.operator
    if (!input.scopes.every((tag) => isAllowed(permissions, [tag]))) {
      throw new Refusal(codes.forbidden, 'apiToken.beyondOwn').at('scopes')
    }
    const personal = { ...input, kind: 'personal', prefix: API_TOKEN_PREFIX, userId } as const
    const { row, token } = await insertToken(store, db, personal, context)
    return { token, apiToken: wireOf(row, context.now) }
  })

/**
 * Makes a token for an account that the caller may change and that holds all of its scopes.
 * @throws Refusal if the account does not exist, or has more rights or a larger data scope than the caller
 */
export const issueServiceToken = (store: Store, { username, ...input }: ServiceTokenInput, context: RequestContext) =>
  managerTx(store, context, async (db, manager) => {
    const { account, mayAll } = await accountFor(store, db, username, manager)
    if (!mayAll(input.scopes)) throw new Refusal(codes.conflict, 'apiToken.beyondAccount').at('scopes')
    const service = { ...input, kind: 'service', prefix: API_TOKEN_PREFIX, userId: account.userId } as const
    const { row, token } = await insertToken(store, db, service, context)
    return { token, apiToken: wireOf(row, context.now) }
  })

/** Revokes a token of the caller. @throws Refusal 404 if it is not theirs, 409 if it is already revoked */
export const revokeOwnToken = (store: Store, tokenId: number, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const row = await tokenIn(store, db, tokenId)
    if (!row || row.kind === 'instrument' || row.userId !== context.operator.userId) throw notFound()
    await revokeToken(store, db, row, context)
    return tokenId
  })

/**
 * Revokes a token of an account in the data scope.
 * @throws Refusal 403 if the account has more rights or a larger data scope than the caller
 */
export const revokeAnyToken = (store: Store, tokenId: number, context: RequestContext): Promise<number> =>
  managerTx(store, context, async (db, manager) => {
    const row = await tokenIn(store, db, tokenId)
    if (!row || row.kind === 'instrument' || !isInScope(manager.scope, row)) throw notFound()
    if (await isBeyondOwn(store, db, row, manager)) throw new Refusal(codes.forbidden, 'user.beyondOwn')
    await revokeToken(store, db, row, context)
    return tokenId
  })

/** The permissions that the caller may use as scopes, by the pages of the menu in their order. */
export async function scopeGroups({ db, t: { menus } }: Store, { permissions }: Operator, locale: Locale) {
  const rows = await db.select().from(menus).orderBy(menus.sort, menus.menuId)
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const titleOf = ({ title, titleEn }: (typeof rows)[number]) => (locale === 'en' && titleEn) || title
  const given = new Set<string>()
  const scopesOf = (entries: typeof rows) =>
    entries.flatMap((menu) => {
      const { permission: tag, menuType } = menu
      if (!isScope(tag) || given.has(tag) || !isAllowed(permissions, [tag])) return []
      given.add(tag)
      return [{ tag, title: menuType === 'F' ? titleOf(menu) : text(locale, 'apiToken.open') }]
    })
  const groupsBelow = (parentId: number): ScopeGroup[] =>
    (below.get(parentId) ?? []).flatMap((menu) => {
      const children = below.get(menu.menuId) ?? []
      const own = {
        title: titleOf(menu),
        scopes: scopesOf([menu, ...children.filter(({ menuType }) => menuType === 'F')]),
      }
      return [...(own.scopes.length > 0 ? [own] : []), ...groupsBelow(menu.menuId)]
    })
  return groupsBelow(0)
}
