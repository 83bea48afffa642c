import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { UserChange, UserStatus } from '#shared/access/user'
import { notFound, Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Store } from '../../platform/store'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { revokeOwnTokens } from '../api-token/write'
import { refuseReservedNames, reserveName, signersAmong } from './reserved-name'
import { refuseNamedInRules } from '../crud/named-in-rules'
import { laterThan, unlessChanged } from '../crud/seen'
import { revokeIn, revokeRoleless } from '../session/end'
import { user as resource } from '#shared/access/user-resource'
import { moveToTrash, restoreFromTrash, type PartsOf } from '../trash/queries'
import { addUser, giveRoles, isSame, refuseTakenUsername, refuseUnfitChoices, rolesAsked, type NewUser } from './input'
import { nameOfUser } from './name'
import {
  changeableUser,
  changeableUsers,
  managerOf,
  managerTx,
  keepingAdministrator,
  type Manager,
  type Managed,
} from './rights'
import { stampsOf } from '../../platform/list/wire'

/** A user with passwords, roles, WeCom bindings and files. */
export const userParts: PartsOf = ({ users, credentials, userRoles, roles, bindings, files }) => ({
  resource,
  own: { table: users, of: users.userId },
  hanging: [
    { table: credentials, of: credentials.userId },
    { table: userRoles, of: userRoles.userId, link: { by: userRoles.roleId, to: roles.roleId, in: roles } },
    { table: bindings, of: bindings.userId, mayBeTaken: true },
    { table: files, of: files.ownerId },
  ],
})

/**
 * Creates a user, who must change the password at the first sign-in.
 * @throws Refusal if the name is taken, or the operator may not give the user's department, post or roles
 */
export async function createManagedUser(store: Store, input: NewUser, passwordHash: string, context: RequestContext) {
  return managerTx(store, context, async (db, manager) => {
    const { userId, after } = await addUser(store, db, manager, input, passwordHash, context.now)
    await writeOperation(store, db, context, { ...entryOf(userId, input), action: 'create', after })
    return userId
  })
}

/** Changes a user. @throws Refusal as {@link createManagedUser}, and if no administrator would be left */
export async function updateUser(store: Store, userId: number, input: UserChange, context: RequestContext) {
  const { operator, now } = context
  return managerTx(store, context, async (db, manager) => {
    const before = await changeableUser(store, db, userId, manager)
    if (!before) throw notFound()
    const present = { ...before, roleId: before.roleIds[0] ?? null, ...stampsOf(before) }
    const about = { fields: present, record: String(userId), readBy: ['admin:sysUser:query'] } as const
    const change = { ...input, roleIds: input.roleIds ?? undefined }
    const { roleIds: several, roleId: one, ...given } = await unlessChanged(store, db, context, change, about)
    const { username = before.username } = given
    const fields = { ...given, usernameKey: usernameKey(username) }
    const roleIds = rolesAsked(before.roleIds, { roleIds: several, roleId: one })
    const after: Managed = { ...before, ...fields, roleIds }
    if (userId === operator.userId) refuseChangeOfOwnRights(before, after)
    await refuseTakenUsername(store, db, username, userId)
    if (fields.usernameKey !== before.usernameKey) await reserveName(store, db, before)
    await refuseUnfitChoices(store, db, manager, after, before)
    await keepingAdministrator(store, db, [userId], async () => {
      const { users, userRoles } = store.t
      await db
        .update(users)
        .set({ ...fields, updatedAt: laterThan(users.updatedAt, now) })
        .where(eq(users.userId, userId))
      if (!isSame(roleIds, before.roleIds)) {
        await db.delete(userRoles).where(eq(userRoles.userId, userId))
        await giveRoles(store, db, userId, roleIds)
        await revokeRoleless(store, db, now)
      }
      if (after.status === statuses.off) await revokeIn(store, db, { userId }, now)
    })
    await writeOperation(store, db, context, {
      ...entryOf(userId, after),
      action: 'update',
      ...changesOf(before, { ...given, roleIds }),
    })
    return userId
  })
}

/** Enables or disables a user; disabling ends their sessions. */
export async function setUserStatus(store: Store, { userId, status }: UserStatus, context: RequestContext) {
  return managerTx(store, context, async (db, manager) => {
    const { users } = store.t
    const before = await changeableUser(store, db, userId, manager)
    if (!before) throw notFound()
    if (userId === context.operator.userId) refuseChangeOfOwnRights(before, { ...before, status })
    await keepingAdministrator(store, db, [userId], async () => {
      const updatedAt = laterThan(users.updatedAt, context.now)
      await db.update(users).set({ status, updatedAt }).where(eq(users.userId, userId))
      if (status === statuses.off) await revokeIn(store, db, { userId }, context.now)
    })
    const changes = changesOf(before, { status })
    await writeOperation(store, db, context, { ...entryOf(userId, before), action: 'status', ...changes })
    return userId
  })
}

/** A user whose password the operator may set; checked before the expensive hash. */
export async function userToReset(store: Store, userId: number, context: RequestContext): Promise<Managed | undefined> {
  const manager = await managerOf(store, context.operator)
  return resettable(store, store.db, userId, manager)
}

/** Sets a user's password, to be changed at the next sign-in, and ends all their sessions and own tokens (S6). */
export async function resetPassword(store: Store, userId: number, passwordHash: string, context: RequestContext) {
  return managerTx(store, context, async (db, manager) => {
    const { users, credentials } = store.t
    const user = await resettable(store, db, userId, manager)
    if (!user) throw notFound()
    const credential = { passwordHash, changedAt: context.now }
    await db
      .insert(credentials)
      .values({ userId, ...credential })
      .onConflictDoUpdate({ target: credentials.userId, set: credential })
    const updatedAt = laterThan(users.updatedAt, context.now)
    await db.update(users).set({ mustChangePassword: true, updatedAt }).where(eq(users.userId, userId))
    await revokeIn(store, db, { userId }, context.now)
    await revokeOwnTokens(store, db, userId, context.now)
    await writeOperation(store, db, context, { ...entryOf(userId, user), action: 'reset' })
    return userId
  })
}

/** Operators change their own password only with the old one (S5). */
async function resettable(store: Dialect, db: Reader, userId: number, manager: Manager) {
  if (userId === manager.operator.userId) throw new Refusal(codes.forbidden, 'user.ownPassword')
  return changeableUser(store, db, userId, manager)
}

/**
 * Deletes all of `ids` or none; ends their sessions. @throws Refusal if one is missing or beyond the operator's rights
 */
export async function deleteUsers(store: Store, ids: number[], context: RequestContext): Promise<number[]> {
  if (ids.includes(context.operator.userId)) throw new Refusal(codes.forbidden, 'user.ownDelete')
  return managerTx(store, context, async (db, manager) => {
    const removed = await changeableUsers(store, db, ids, manager)
    if (!removed) throw notFound()
    await refuseSigners(store, db, removed)
    await refuseNamedInRules(store, db, 'userId', ids)
    return keepingAdministrator(store, db, ids, () =>
      moveToTrash(store, db, userParts, ids, context, ({ nickName, username }) =>
        nameOfUser({ nickName: String(nickName), username: String(username) }),
      ),
    )
  })
}

/** Restores deleted users with their roles and passwords. @throws Refusal if the operator may not give these */
export async function restoreUsers(store: Store, ids: number[], context: RequestContext): Promise<number[]> {
  return managerTx(store, context, async (db, manager) => {
    const restored = await restoreFromTrash(store, db, userParts, ids, context)
    const users = await changeableUsers(store, db, restored, manager)
    if (!users) throw notFound()
    await refuseReservedNames(store, db, users)
    return restored
  })
}

/** Users who have signed or recorded anything stay: their names remain unambiguous. @throws Refusal with their names */
async function refuseSigners(store: Dialect, db: Reader, users: readonly Managed[]) {
  const signers = await signersAmong(
    store,
    db,
    users.map(({ userId }) => userId),
  )
  const names = users.filter(({ userId }) => signers.has(userId)).map(nameOfUser)
  if (names.length > 0) throw new Refusal(codes.conflict, 'user.hasSigned', { names: names.join(', ') })
}

/** A user's name in the operation log. */
const entryOf = (userId: number, user: Pick<Managed, 'username' | 'nickName'>) => ({
  record: String(userId),
  name: nameOfUser(user),
})

/** Nobody extends their own rights, or locks themselves out (S36). */
function refuseChangeOfOwnRights(before: Managed, after: Managed) {
  const field = (['status', 'deptId'] as const).find((name) => before[name] !== after[name])
  const changed = isSame(before.roleIds, after.roleIds) ? field : 'roleIds'
  if (changed) throw new Refusal(codes.forbidden, 'user.ownRights').at(changed)
}
