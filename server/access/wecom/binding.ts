import { and, eq, ne } from 'drizzle-orm'
import { statuses, type SignInEvent } from '#shared/constants'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { writeSignIn, type Device } from '../login/sign-in-log'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { refuseEndedSession, type Operator } from '../session/queries'
import { revokeIn } from '../session/end'
import { oneRow } from '../../platform/list/statement'
import { isCredential } from '../user/queries'
import { nameOfUser } from '../user/name'
import { changeableUser, managerTx } from '../user/rights'

/** A member of a company in WeCom. */
export type Member = { corpId: string; memberId: string }
type Binding = Member & { userId: number }

/** WeCom compares member ids without letter case, and so does this. */
const keyOf = (memberId: string) => memberId.toLowerCase()

const userByMember = oneRow(({ db, t, bind }) =>
  db
    .select({ userId: t.users.userId, username: t.users.username, status: t.users.status })
    .from(t.bindings)
    .innerJoin(t.users, eq(t.users.userId, t.bindings.userId))
    .where(and(eq(t.bindings.corpId, bind('corpId')), eq(t.bindings.memberId, bind('memberId')))),
)

/** The user bound to a member. */
export const findBound = (store: Store, { corpId, memberId }: Member) =>
  userByMember(store, { corpId, memberId: keyOf(memberId) })

/** True if the user is bound to the member and enabled, read in a transaction. */
export async function isBound({ t }: Dialect, db: Reader, { userId, corpId, memberId }: Binding): Promise<boolean> {
  const { bindings, users } = t
  const [bound] = await db
    .select({ userId: bindings.userId })
    .from(bindings)
    .innerJoin(users, eq(users.userId, bindings.userId))
    .where(
      and(
        eq(bindings.userId, userId),
        eq(bindings.corpId, corpId),
        eq(bindings.memberId, keyOf(memberId)),
        eq(users.status, statuses.on),
      ),
    )
  return bound !== undefined
}

const bindingOfUser = oneRow(({ db, t, bind }) =>
  db
    .select({ memberId: t.bindings.memberId, boundAt: t.bindings.boundAt })
    .from(t.bindings)
    .where(and(eq(t.bindings.userId, bind('userId')), eq(t.bindings.corpId, bind('corpId')))),
)

export const getBinding = (store: Store, corpId: string, userId: number) => bindingOfUser(store, { corpId, userId })

/** An operator whose password was just checked, with the hash that matched. */
export type Proven = { operator: Operator; passwordHash: string; device: Device }

/**
 * Binds operators to the member whom they have proved to be.
 * @throws Refusal if their proof is no longer valid, they have a binding, or the member is bound to another user
 */
export const bindSelf = (store: Store, member: Member, proven: Proven, now: number) =>
  store.tx(async (db) => {
    const { bindings } = store.t
    const { operator, device } = proven
    const { userId, username } = operator
    await requireProof(store, db, proven)
    const [own] = await db
      .select()
      .from(bindings)
      .where(and(eq(bindings.userId, userId), eq(bindings.corpId, member.corpId)))
    if (own) throw new Refusal(codes.conflict, 'wecom.alreadyBound')
    await putBinding(store, db, { ...member, userId }, now)
    await noteChange(store, db, { event: 'bind', userId, username, device }, operator, now)
  })

/**
 * Ends the operator's binding to a member of the company; false if there is none.
 * @throws Refusal if their proof is no longer valid
 */
export const unbindSelf = (store: Store, corpId: string, proven: Proven, now: number): Promise<boolean> =>
  store.tx(async (db) => {
    const { bindings } = store.t
    const { operator, device } = proven
    const { userId, username } = operator
    await requireProof(store, db, proven)
    const ended = await db
      .delete(bindings)
      .where(and(eq(bindings.userId, userId), eq(bindings.corpId, corpId)))
      .returning()
    if (ended.length === 0) return false
    await noteChange(store, db, { event: 'unbind', userId, username, device }, operator, now)
    return true
  })

/**
 * Sets a user's binding on behalf of an administrator; an empty `memberId` removes it. The member will sign in as that
 * user, so the operator must hold everything that the user may ever hold. Operators make their own binding by proving
 * to be the member.
 * @returns the user's id; undefined if the user does not exist in the operator's data scope
 * @throws Refusal if the operator lacks the rights, or the member is bound to another user
 */
export async function setBinding(store: Store, binding: Binding, context: RequestContext) {
  const { operator, device, now } = context
  return managerTx(store, context, async (db, manager) => {
    const { bindings } = store.t
    const { userId, corpId, memberId } = binding
    if (userId === operator.userId) throw new Refusal(codes.forbidden, 'wecom.ownByProfile')
    const user = await changeableUser(store, db, userId, manager)
    if (!user) throw notFound()
    const [before] = await db.select().from(bindings).where(eq(bindings.userId, userId))
    const isSame = before?.corpId === corpId && before.memberId === keyOf(memberId)
    if (isSame || (!before && memberId === '')) return userId
    if (memberId === '') await db.delete(bindings).where(eq(bindings.userId, userId))
    else await putBinding(store, db, binding, now)
    const event = memberId === '' ? 'unbind' : 'bind'
    await noteChange(store, db, { event, userId, username: user.username, device }, operator, now)
    await writeOperation(store, db, context, {
      action: 'update',
      record: String(userId),
      name: nameOfUser(user),
      before: { memberId: before?.corpId === corpId ? before.memberId : '' },
      after: { memberId: keyOf(memberId) },
    })
    return userId
  })
}

/** Checks again in the writing transaction: the session may have ended since, or the password changed. */
async function requireProof(store: Dialect, db: Reader, { operator, passwordHash }: Proven) {
  await refuseEndedSession(store, db, operator)
  if (await isCredential(store, db, operator.userId, passwordHash)) return
  throw new Refusal(codes.forbidden, 'wecom.wrongPassword').at('password')
}

async function putBinding(
  { t: { bindings } }: Dialect,
  db: Writer,
  { userId, corpId, memberId }: Binding,
  now: number,
) {
  const key = keyOf(memberId)
  const [taken] = await db
    .select()
    .from(bindings)
    .where(and(eq(bindings.corpId, corpId), eq(bindings.memberId, key), ne(bindings.userId, userId)))
  if (taken) throw new Refusal(codes.conflict, 'wecom.memberTaken')
  await db.delete(bindings).where(eq(bindings.userId, userId)) // of another company, or the one it takes the place of
  await db.insert(bindings).values({ userId, corpId, memberId: key, boundAt: now })
}

type Change = { event: SignInEvent & ('bind' | 'unbind'); userId: number; username: string; device: Device }

/**
 * Logs a change of a binding, and ends the sessions opened with the old one. The session that makes the change stays,
 * because it was proved by other means.
 */
async function noteChange(store: Dialect, db: Writer, change: Change, { sessionId }: Operator, now: number) {
  await revokeIn(store, db, { userId: change.userId, method: 'wecom', exceptSessionId: sessionId }, now)
  await writeSignIn(store, db, { ...change, reason: 'done', method: 'wecom' }, now)
}
