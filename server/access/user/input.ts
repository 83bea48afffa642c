import { eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { UserChange, UserInput } from '#shared/access/user'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { isInScope, refuseOutsideScope } from '../department/data-scope'
import { refuseReservedNames } from './reserved-name'
import { refuseRolesBeyondOwn, type Manager, type Managed } from './rights'

/** The fields of a new user; the password is replaced by its hash. */
export type NewUser = Omit<UserInput, 'password'>

/**
 * Adds a user, who must replace the given password. The caller writes the operation log. Without a hash, no sign-in by
 * password is possible.
 * @throws Refusal if the name is taken, or the operator may not give the user's department, post or roles
 */
export async function addUser(
  store: Dialect,
  db: Writer,
  manager: Manager,
  input: NewUser,
  passwordHash: string | undefined,
  now: number,
) {
  const { users, credentials } = store.t
  const { roleIds: several, roleId: one, ...fields } = input
  const roleIds = rolesAsked([], { roleIds: several, roleId: one })
  const createBy = manager.operator.userId
  await refuseTakenUsername(store, db, fields.username)
  await refuseUnfitChoices(
    store,
    db,
    manager,
    { ...fields, createBy, roleIds },
    { deptId: null, postId: null, roleIds: [] },
  )
  const stamps = { createBy, createdAt: now, updatedAt: now }
  const [made] = await db
    .insert(users)
    .values({
      ...fields,
      ...stamps,
      usernameKey: usernameKey(fields.username),
      mustChangePassword: passwordHash !== undefined,
    })
    .returning({ userId: users.userId })
  const { userId } = made!
  if (passwordHash !== undefined) await db.insert(credentials).values({ userId, passwordHash, changedAt: now })
  await giveRoles(store, db, userId, roleIds)
  return { userId, after: { ...fields, roleIds } }
}

export const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

/**
 * The roles in an input. Clients with one role per user send back all roles that they have read, and change `roleId`:
 * it counts if `roleIds` is unchanged.
 * @param present the roles until now, the shown one first
 */
export function rolesAsked(present: number[], { roleIds, roleId }: Pick<UserChange, 'roleIds' | 'roleId'>): number[] {
  const several = roleIds && [...new Set(roleIds)]
  if (several && !isSame(several, present)) return several
  if (!roleId || roleId === present[0]) return present
  return several ? [...new Set([roleId, ...present.slice(1)])] : [roleId]
}

/** @throws Refusal if the name belongs to another user, now or at the time when that user signed records */
export async function refuseTakenUsername(store: Dialect, db: Reader, username: string, exceptId?: number) {
  const { users } = store.t
  const [taken] = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  if (taken && taken.userId !== exceptId)
    throw new Refusal(codes.conflict, 'user.nameTaken').at('username', 'user.accountTaken')
  if (!taken) await refuseReservedNames(store, db, [{ username, userId: exceptId }])
}

type Placed = Pick<Managed, 'deptId' | 'postId' | 'roleIds'>

/**
 * A new choice must exist, be enabled, and be within the operator's own rights; old choices may stay.
 * @throws Refusal 400 at the field, 403 for choices beyond the operator's rights
 */
export async function refuseUnfitChoices(
  store: Dialect,
  db: Reader,
  manager: Manager,
  next: Placed & { createBy: number | null; userId?: number },
  before: Placed,
) {
  const { depts, posts, roles } = store.t
  const { deptId, postId, roleIds } = next
  const isMoved = deptId !== before.deptId
  if (isMoved && deptId !== null) {
    const [dept] = await db.select({ status: depts.status }).from(depts).where(eq(depts.deptId, deptId))
    if (dept?.status !== statuses.on) throw new Refusal(codes.badRequest, 'user.badDept').at('deptId')
    refuseOutsideScope(manager.scope, [deptId], 'deptId')
  }
  // Nobody makes a user that they would not see afterwards.
  if (!isInScope(manager.scope, next)) throw new Refusal(codes.badRequest, 'user.deptNeeded').at('deptId')
  if (postId !== before.postId && postId !== null) {
    const [post] = await db.select({ status: posts.status }).from(posts).where(eq(posts.postId, postId))
    if (post?.status !== statuses.on) throw new Refusal(codes.badRequest, 'user.badPost').at('postId')
  }
  const added = roleIds.filter((id) => !before.roleIds.includes(id))
  if (added.length > 0) {
    const rows = await db.select().from(roles).where(inArray(roles.roleId, added))
    const enabled = rows.filter(({ status }) => status === statuses.on).map(({ roleId }) => roleId)
    const bad = added.filter((id) => !enabled.includes(id))
    if (bad.length > 0) throw new Refusal(codes.badRequest, 'user.badRoles', { names: bad.join(', ') }).at('roleIds')
  }
  if (added.length > 0 || isMoved) await refuseRolesBeyondOwn(store, db, manager, added, next)
}

export async function giveRoles({ t: { userRoles } }: Dialect, db: Writer, userId: number, roleIds: number[]) {
  if (roleIds.length > 0) await db.insert(userRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
}
