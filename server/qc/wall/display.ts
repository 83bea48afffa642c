import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { statuses } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import type { Display, DisplayInput } from '#shared/qc/wall'
import { notFound, Refusal } from '../../platform/http/refusal'
import { digest, newToken } from '../../platform/security/token'
import type { Dialect, Reader, Store } from '../../platform/store'
import { keyStateOf } from '../../access/api-token/rows'
import { accessOf } from '../../access/session/access'
import { endOf, notEnded } from '../../access/session/access-end'
import { scopeIn, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, canonical, type AuditEntry } from '../audit/append'
import { refuseNoProduct } from '../product/list'
import { instantOrNull } from '../../platform/list/wire'
import { literal, oneRow, statement } from '../../platform/list/statement'
import type { AppEnv } from '../../platform/http/app-env'
import { bearerOf } from '../../access/session/authenticate'

/** A wall screen that shows one product line. */
export type KnownDisplay = {
  displayId: number
  productId: number
  product: string
  seenAt: number | null
  expiresAt: number | null
  /** The present data scope of its creator; undefined: all records. */
  scope: Scope | undefined
}

/** Interval at which the last use is written. */
const TOUCH_MS = 60_000

const columnsOf = ({ displays, products }: Store['t']) => ({
  displayId: displays.displayId,
  name: displays.name,
  product: products.code,
  productName: products.name,
  productNameEn: products.nameEn,
  createName: displays.createName,
  createdAt: displays.createdAt,
  expiresAt: displays.expiresAt,
  revokedAt: displays.revokedAt,
  seenAt: displays.seenAt,
})

const all = statement(({ db, t }) =>
  db
    .select(columnsOf(t))
    .from(t.displays)
    .innerJoin(t.products, eq(t.products.productId, t.displays.productId))
    .orderBy(desc(t.displays.displayId)),
)

type Found = Awaited<ReturnType<typeof all>>[number]
const wireOf = (row: Found, now: number): Display => ({ ...row, ...keyStateOf(row, now) })

/** All displays, including revoked ones, the newest first. They belong to the plant, like its product lines. */
export const listDisplays = async (store: Store, now: number): Promise<Display[]> =>
  (await all(store)).map((row) => wireOf(row, now))

/**
 * Makes a display and its token. Only the digest of the token is stored. @throws Refusal if the product line does not
 * exist, or the end is in the past
 */
export async function issueDisplay(store: Store, { name, productId, ...input }: DisplayInput, context: RequestContext) {
  const token = newToken()
  const expiresAt = endOf(input.expiresAt, context.now)
  return store.tx(async (db) => {
    const { displays } = store.t
    await refuseNoProduct(store, db, productId)
    const author = await authorOf(store, db, context)
    const [row] = await db
      .insert(displays)
      .values({
        name,
        productId,
        tokenHash: digest(token),
        expiresAt,
        createBy: author.userId,
        createName: author.name,
        createdAt: context.now,
      })
      .returning()
    const made = (await oneIn(store, db, row!.displayId))!
    const { displayId } = made
    const after = auditContent(made)
    await writeOperation(store, db, context, {
      action: 'create',
      record: String(displayId),
      name,
      after,
    })
    const issued: AuditEntry = { ...entryOf(displayId), action: 'issue', new: canonical(after) }
    await appendAudit(store, db, author, [issued])
    return { ...wireOf(made, context.now), token }
  })
}

/**
 * Revokes a display; it shows nothing more.
 * @throws Refusal 404 if it does not exist, 409 if it is already revoked
 */
export const revokeDisplay = (store: Store, displayId: number, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { displays } = store.t
    const known = await oneIn(store, db, displayId)
    if (!known) throw notFound()
    if (known.revokedAt !== null) throw new Refusal(codes.conflict, 'qcDisplay.revokedAlready')
    await db.update(displays).set({ revokedAt: context.now }).where(eq(displays.displayId, displayId))
    await writeOperation(store, db, context, { action: 'status', record: String(displayId), name: known.name })
    const revoked: AuditEntry = { ...entryOf(displayId), action: 'revoke', old: canonical(auditContent(known)) }
    await appendAudit(store, db, await authorOf(store, db, context), [revoked])
    return displayId
  })

const entryOf = (entityId: number) => ({ entity: 'display', entityId }) as const
const auditContent = ({ name, product, expiresAt }: Found) => ({
  name,
  product,
  ...(expiresAt !== null && { expiresAt: instantOrNull(expiresAt) }),
})

async function oneIn({ t }: Dialect, db: Reader, displayId: number): Promise<Found | undefined> {
  const [found] = await db
    .select(columnsOf(t))
    .from(t.displays)
    .innerJoin(t.products, eq(t.products.productId, t.displays.productId))
    .where(eq(t.displays.displayId, displayId))
  return found
}

const byToken = oneRow(({ db, t, bind }) =>
  db
    .select({
      displayId: t.displays.displayId,
      productId: t.displays.productId,
      product: t.products.code,
      seenAt: t.displays.seenAt,
      expiresAt: t.displays.expiresAt,
      userId: t.users.userId,
      deptId: t.users.deptId,
    })
    .from(t.displays)
    .innerJoin(t.products, eq(t.products.productId, t.displays.productId))
    .leftJoin(t.users, and(eq(t.users.userId, t.displays.createBy), eq(t.users.status, literal(statuses.on))))
    .where(
      and(
        eq(t.displays.tokenHash, bind('tokenHash')),
        isNull(t.displays.revokedAt),
        notEnded(t.displays.expiresAt, bind('now')),
      ),
    ),
)

/** One of these is enough to see the wall. */
const wallTags: PermissionTag[] = ['qc:bigscreen:list', 'qc:bigscreen:edit']

/**
 * The display with `token`, which is marked as seen. Undefined if it never existed, was revoked or has expired;
 * `suspended` while its creator may not see the wall. It has the present data scope of its creator.
 */
export async function findDisplay(
  store: Store,
  token: string,
  now: number,
): Promise<KnownDisplay | 'suspended' | undefined> {
  const found = await byToken(store, { tokenHash: digest(token), now })
  if (!found) return undefined
  const { userId, deptId, ...display } = found
  if (userId === null) return 'suspended'
  const { permissions, roleIds } = await accessOf(store, userId)
  if (!isAllowed(permissions, wallTags)) return 'suspended'
  if ((display.seenAt ?? 0) + TOUCH_MS <= now) touch(store, display.displayId, now)
  return { ...display, scope: await scopeIn(store, store.db, { userId, roleIds, deptId }) }
}

/** Does not delay the caller. A failed write, as on a full disk, must not stop the screen. */
function touch(store: Store, displayId: number, seenAt: number) {
  const { displays } = store.t
  store.tx((db) => db.update(displays).set({ seenAt }).where(eq(displays.displayId, displayId))).catch(() => {})
}

/**
 * Answers a wall screen, which has its own token and no session. It runs before `authenticate`, only on the few paths
 * that a display reads. Requests with other tokens go on to `authenticate`, and so do displays on other paths.
 */
export const forDisplays = (answer: (c: Context<AppEnv>, display: KnownDisplay) => Promise<Response>) =>
  createMiddleware<AppEnv>(async function forDisplays(c, next) {
    const token = ['GET', 'HEAD'].includes(c.req.method) ? bearerOf(c.req.header('authorization')) : undefined
    const display = token && (await findDisplay(c.var.store, token, c.var.now))
    if (!display) return next()
    if (display === 'suspended') throw new Refusal(codes.forbidden, 'qcDisplay.suspended')
    const asked = c.req.query('product')
    if (asked && asked.toLowerCase() !== display.product.toLowerCase()) {
      throw new Refusal(codes.forbidden, 'qcDisplay.otherProduct')
    }
    return answer(c, display)
  })
