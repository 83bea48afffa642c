import { and, eq, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { Refusal } from '../refusal'
import type { Store, Writer } from '../store'
import { accessOf, type Operator } from './session'
import { oneRow } from './statement'

/** WeCom tells its members apart without regard to letter case, and so do we. */
const keyOf = (memberId: string) => memberId.toLowerCase()

const userByMember = oneRow(({ db, t, bind }) =>
  db
    .select({ userId: t.users.userId, username: t.users.username, status: t.users.status })
    .from(t.bindings)
    .innerJoin(t.users, eq(t.users.userId, t.bindings.userId))
    .where(and(eq(t.bindings.corpId, bind('corpId')), eq(t.bindings.memberId, bind('memberId')))),
)

/** The user who is bound to a member of the company. */
export const findBound = (store: Store, corpId: string, memberId: string) =>
  userByMember(store, { corpId, memberId: keyOf(memberId) })

const bindingOfUser = oneRow(({ db, t, bind }) =>
  db
    .select({ memberId: t.bindings.memberId, boundAt: t.bindings.boundAt })
    .from(t.bindings)
    .where(and(eq(t.bindings.userId, bind('userId')), eq(t.bindings.corpId, bind('corpId')))),
)

export const getBinding = (store: Store, corpId: string, userId: number) => bindingOfUser(store, { corpId, userId })

type Binding = { userId: number; corpId: string; memberId: string }

/**
 * Binds a user to the member they have proved to be.
 * @throws Refusal when the user has a binding, or the member is bound to somebody else
 */
export const bindSelf = (store: Store, binding: Binding, now: number) =>
  store.tx(async (db) => {
    const { bindings } = store.t
    const { userId, corpId } = binding
    const [own] = await db
      .select()
      .from(bindings)
      .where(and(eq(bindings.userId, userId), eq(bindings.corpId, corpId)))
    if (own) throw new Refusal(codes.conflict, 'wecom.alreadyBound')
    await putBinding(store, db, binding, now)
  })

/**
 * Binds a user on behalf of an administrator, instead of a binding there is; an empty `memberId` unbinds. Whoever is
 * bound to a member signs in as that user, so `actor` must hold all that the user holds. One's own binding is made by
 * proving to be the member.
 * @returns the user's id; undefined when there is no such user
 * @throws Refusal when `actor` may not, or the member is bound to somebody else
 */
export const setBinding = (store: Store, binding: Binding, actor: Operator, now: number) =>
  store.tx(async (db) => {
    const { users, bindings } = store.t
    const { userId, memberId } = binding
    const [user] = await db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId))
    if (!user) return undefined
    if (userId === actor.userId) throw new Refusal(codes.forbidden, 'wecom.ownByProfile')
    const { permissions } = await accessOf(store, userId)
    const isCovered =
      actor.permissions.includes(ALL_PERMISSIONS) || permissions.every((tag) => actor.permissions.includes(tag))
    if (!isCovered) throw new Refusal(codes.forbidden, 'wecom.beyondOwn')
    if (memberId === '') await db.delete(bindings).where(eq(bindings.userId, userId))
    else await putBinding(store, db, binding, now)
    return userId
  })

/** Ends the binding of a user; false when there is none. */
export const unbind = (store: Store, corpId: string, userId: number): Promise<boolean> =>
  store.tx(async (db) => {
    const { bindings } = store.t
    const ended = await db
      .delete(bindings)
      .where(and(eq(bindings.userId, userId), eq(bindings.corpId, corpId)))
      .returning()
    return ended.length > 0
  })

async function putBinding({ t: { bindings } }: Store, db: Writer, { userId, corpId, memberId }: Binding, now: number) {
  const key = keyOf(memberId)
  const [taken] = await db
    .select()
    .from(bindings)
    .where(and(eq(bindings.corpId, corpId), eq(bindings.memberId, key), ne(bindings.userId, userId)))
  if (taken) throw new Refusal(codes.conflict, 'wecom.memberTaken')
  await db.delete(bindings).where(eq(bindings.userId, userId)) // of another company, or the one it takes the place of
  await db.insert(bindings).values({ userId, corpId, memberId: key, boundAt: now })
}
