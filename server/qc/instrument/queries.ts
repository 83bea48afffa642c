import { desc, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { PermissionTag } from '#shared/permissions'
import { KEY_PREFIX, type Instrument, type InstrumentInput } from '#shared/qc/instrument'
import { findApiToken } from '../../access/api-token/find'
import { keyOf, selectTokens, type TokenRow } from '../../access/api-token/rows'
import { accountFor, insertToken, revokeToken, tokenIn, loggedFields } from '../../access/api-token/write'
import { isInScope, scopedTx, scopeOf } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { managerTx } from '../../access/user/rights'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { auditRequest, canonical, type AuditEntry } from '../audit/append'

/** The permissions that the account of a key needs, all of them. */
export const instrumentTags = ['qc:record:add', 'qc:record:submit'] as const satisfies PermissionTag[]

/** A key that is not revoked, with its account. The operator is undefined while the account is disabled or deleted. */
type Known = NonNullable<Awaited<ReturnType<typeof findApiToken>>>
export type KnownInstrument = TokenRow

const wireOf = (row: TokenRow, now: number): Instrument => ({ instrumentId: row.tokenId, ...keyOf(row, now) })

/** The instruments whose account is in the data scope of the operator, including revoked ones, the newest first. */
export async function listInstruments(store: Store, operator: Operator, now: number): Promise<Instrument[]> {
  const { apiTokens } = store.t
  const scope = await scopeOf(store, operator)
  const rows = await selectTokens(store, store.db)
    .where(eq(apiTokens.kind, 'instrument'))
    .orderBy(desc(apiTokens.tokenId))
  return rows.filter((row) => isInScope(scope, row)).map((row) => wireOf(row, now))
}

/**
 * Makes a key. Only its digest is stored.
 * @throws Refusal if the account or line does not exist, if the account lacks the permissions of a key, or if it has
 * more rights or a larger data scope than the maker of the key
 */
export const issueInstrument = (store: Store, { username, ...input }: InstrumentInput, context: RequestContext) =>
  managerTx(store, context, async (db, manager) => {
    const { account, mayAll } = await accountFor(store, db, username, manager)
    if (!mayAll(instrumentTags)) throw new Refusal(codes.conflict, 'qcInstrument.accountMayNot').at('username')
    const key = {
      ...input,
      kind: 'instrument',
      prefix: KEY_PREFIX,
      userId: account.userId,
      scopes: instrumentTags,
    } as const
    const { row, token } = await insertToken(store, db, key, context)
    const issued: AuditEntry = { ...entryOf(row), action: 'issue', new: canonical(loggedFields(row)) }
    await auditRequest(store, db, context, [issued])
    return { ...wireOf(row, context.now), token }
  })

/**
 * Revokes a key; no more measurements are taken with it.
 * @throws Refusal 404 if it does not exist or its account is outside of the data scope, 409 if it is already revoked
 */
export const revokeInstrument = (store: Store, instrumentId: number, context: RequestContext): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const row = await tokenIn(store, db, instrumentId)
    if (row?.kind !== 'instrument' || !isInScope(scope, row)) throw notFound()
    await revokeToken(store, db, row, context)
    const revoked: AuditEntry = { ...entryOf(row), action: 'revoke', old: canonical(loggedFields(row)) }
    await auditRequest(store, db, context, [revoked])
    return instrumentId
  })

const entryOf = ({ tokenId: entityId }: TokenRow) => ({ entity: 'instrument', entityId }) as const

/** The instrument with `token`; undefined if it never existed, was revoked, or has expired. */
export async function findInstrument(store: Store, token: string, now: number): Promise<Known | undefined> {
  const found = await findApiToken(store, token, now)
  return found?.row.kind === 'instrument' ? found : undefined
}

export const accountOff = () => new Refusal(codes.forbidden, 'qcInstrument.accountGone')
