import { and, desc, eq, isNull } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { KEY_PREFIX, type Instrument, type InstrumentInput } from '#shared/qc/instrument'
import { notFound, Refusal } from '../../platform/http/refusal'
import { digest, newToken } from '../../platform/security/token'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Store } from '../../platform/store'
import { accessIn, accessOf } from '../../access/session/access'
import { accessStamp } from '../../access/session/access-stamp'
import { isInScope, scopedTx, scopeOf } from '../../access/department/data-scope'
import { endOf, isExpired, isUnused, notEnded } from '../../access/session/access-end'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, canonical, type AuditEntry } from '../audit/append'
import { refuseNoProduct } from '../product/list'
import { instant, instantOrNull } from '../../platform/list/wire'
import type { Operator } from '../../access/session/queries'
import { oneRow, statementIn } from '../../platform/list/statement'
import { changeableUser, managerTx, type Manager } from '../../access/user/rights'

/** What the account of a key must be allowed to do, all of it. */
export const instrumentTags = ['qc:record:add', 'qc:record:submit'] as const satisfies PermissionTag[]

/** Being used is written down this often. */
const TOUCH_MS = 60_000
/** Nobody has signed in. */
const NO_SESSION = 0

const found = ({ t }: Dialect, db: Reader) => {
  const { instruments, products, users } = t
  return db
    .select({
      instrumentId: instruments.instrumentId,
      name: instruments.name,
      userId: instruments.userId,
      username: users.username,
      userStatus: users.status,
      deptId: users.deptId,
      productId: instruments.productId,
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      createBy: instruments.createBy,
      createName: instruments.createName,
      createdAt: instruments.createdAt,
      expiresAt: instruments.expiresAt,
      revokedAt: instruments.revokedAt,
      seenAt: instruments.seenAt,
    })
    .from(instruments)
    .leftJoin(users, eq(users.userId, instruments.userId))
    .leftJoin(products, eq(products.productId, instruments.productId))
}
type Found = Awaited<ReturnType<typeof found>>[number]
/** A key that is not revoked. */
export type KnownInstrument = Found

const wireOf = ({ instrumentId, name, username, userStatus, createName, ...row }: Found, now: number): Instrument => ({
  instrumentId,
  name,
  username: username ?? '',
  isAccountOn: userStatus === statuses.on,
  product: row.product,
  productName: row.productName,
  productNameEn: row.productNameEn,
  createName,
  createdAt: instant(row.createdAt),
  expiresAt: instantOrNull(row.expiresAt),
  isExpired: isExpired(row, now),
  revokedAt: instantOrNull(row.revokedAt),
  seenAt: instantOrNull(row.seenAt),
  isUnused: isUnused(row, now),
})

/** Those whose account lies in the data scope of who asks, revoked ones included, the newest first. */
export async function listInstruments(store: Store, operator: Operator, now: number): Promise<Instrument[]> {
  const scope = await scopeOf(store, operator)
  const rows = await found(store, store.db).orderBy(desc(store.t.instruments.instrumentId))
  return rows.filter((row) => isInScope(scope, row)).map((row) => wireOf(row, now))
}

/**
 * Makes a key, of which only the digest is kept.
 * @throws Refusal when there is no such account or line, or the account may not do what the key is for, or does or sees
 *   more than who makes the key
 */
export async function issueInstrument(
  store: Store,
  { name, username, productId, ...input }: InstrumentInput,
  context: RequestContext,
) {
  const token = KEY_PREFIX + newToken()
  const expiresAt = endOf(input.expiresAt, context.now)
  return managerTx(store, context, async (db, manager) => {
    const account = await accountFor(store, db, username, manager)
    if (productId) await refuseNoProduct(store, db, productId)
    const author = await authorOf(store, db, context)
    const [row] = await db
      .insert(store.t.instruments)
      .values({
        name,
        userId: account.userId,
        productId: productId ?? null,
        tokenHash: digest(token),
        expiresAt,
        createBy: author.userId,
        createName: author.name,
        createdAt: context.now,
      })
      .returning()
    const made = (await oneIn(store, db, row!.instrumentId))!
    const after = auditContent(made)
    await writeOperation(store, db, context, { action: 'create', record: String(made.instrumentId), name, after })
    const issued: AuditEntry = { ...entryOf(made), action: 'issue', new: canonical(after) }
    await appendAudit(store, db, author, [issued])
    return { ...wireOf(made, context.now), token }
  })
}

/**
 * Has nothing more be taken by a key.
 * @throws Refusal 404 when it is not there or its account is outside of the data scope, 409 when that was done already
 */
export const revokeInstrument = (store: Store, instrumentId: number, context: RequestContext): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const { instruments } = store.t
    const known = await oneIn(store, db, instrumentId)
    if (!known || !isInScope(scope, known)) throw notFound()
    if (known.revokedAt !== null) throw new Refusal(codes.conflict, 'qcInstrument.revokedAlready')
    await db.update(instruments).set({ revokedAt: context.now }).where(eq(instruments.instrumentId, instrumentId))
    await writeOperation(store, db, context, { action: 'status', record: String(instrumentId), name: known.name })
    const revoked: AuditEntry = { ...entryOf(known), action: 'revoke', old: canonical(auditContent(known)) }
    await appendAudit(store, db, await authorOf(store, db, context), [revoked])
    return instrumentId
  })

/** Whoever makes a key works through it, so the account is one that they might change. */
async function accountFor(store: Dialect, db: Reader, username: string, manager: Manager) {
  const { users } = store.t
  const [named] = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  const account = named && (await changeableUser(store, db, named.userId, manager))
  if (!account) throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('username')
  if (account.status !== statuses.on) throw new Refusal(codes.conflict, 'qcInstrument.accountOff').at('username')
  const { permissions } = await accessIn(store, db, account.userId)
  if (instrumentTags.every((tag) => isAllowed(permissions, [tag]))) return account
  throw new Refusal(codes.conflict, 'qcInstrument.accountMayNot').at('username')
}

const entryOf = ({ instrumentId: entityId }: Found) => ({ entity: 'instrument', entityId }) as const
const auditContent = ({ name, username, product, expiresAt }: Found) => ({
  name,
  username,
  ...(product && { product }),
  ...(expiresAt !== null && { expiresAt: instant(expiresAt) }),
})

async function oneIn(store: Dialect, db: Reader, instrumentId: number): Promise<Found | undefined> {
  const [one] = await found(store, db).where(eq(store.t.instruments.instrumentId, instrumentId))
  return one
}

const byToken = oneRow((store) =>
  found(store, store.db).where(
    and(
      eq(store.t.instruments.tokenHash, store.bind('tokenHash')),
      isNull(store.t.instruments.revokedAt),
      notEnded(store.t.instruments.expiresAt, store.bind('now')),
    ),
  ),
)

/** The instrument that holds `token`, which is noted as seen; none when there never was such, it was revoked, or has expired. */
export async function findInstrument(store: Store, token: string, now: number): Promise<KnownInstrument | undefined> {
  const instrument = await byToken(store, { tokenHash: digest(token), now })
  if (instrument && (instrument.seenAt ?? 0) + TOUCH_MS <= now) touch(store, instrument, now)
  return instrument
}

/** Whether a token is the key of an instrument that may send. */
export const isInstrumentKey = async (store: Store, token: string, now: number) =>
  token.startsWith(KEY_PREFIX) && (await findInstrument(store, token, now)) !== undefined

/** Without keeping anybody waiting; what cannot be written on a full disk is told by what it sends. */
function touch(store: Store, { instrumentId }: KnownInstrument, seenAt: number) {
  const { instruments } = store.t
  store
    .tx((db) => db.update(instruments).set({ seenAt }).where(eq(instruments.instrumentId, instrumentId)))
    .catch(() => {})
}

/** The account of an instrument with its present rights. @throws Refusal 403 when it is disabled or deleted */
export async function operatorOf(store: Store, { userId, username, userStatus, deptId }: KnownInstrument) {
  if (username === null || userStatus !== statuses.on) throw accountOff()
  const { state, ...access } = await accessOf(store, userId)
  const stamp = accessStamp(deptId, access, state)
  return {
    ...access,
    sessionId: NO_SESSION,
    userId,
    username,
    deptId,
    mustChangePassword: false,
    method: 'password',
    isActingAsOne: false,
    accessStamp: stamp,
  } satisfies Operator
}

/**
 * Looks once more, in the transaction that writes: the key may have been revoked or expired since, or its account disabled.
 * @throws Refusal 403
 */
export async function refuseRevokedKey(
  store: Dialect,
  db: Reader,
  { instrumentId }: KnownInstrument,
  now: number,
): Promise<void> {
  const [live] = await liveOne(store, db, { instrumentId, now })
  if (live?.status !== statuses.on) throw accountOff()
}

const liveOne = statementIn(({ t: { instruments, users }, bind }, db) =>
  db
    .select({ status: users.status })
    .from(instruments)
    .innerJoin(users, eq(users.userId, instruments.userId))
    .where(
      and(
        eq(instruments.instrumentId, bind('instrumentId')),
        isNull(instruments.revokedAt),
        notEnded(instruments.expiresAt, bind('now')),
      ),
    ),
)

const accountOff = () => new Refusal(codes.forbidden, 'qcInstrument.accountGone')
