import { and, eq } from 'drizzle-orm'
import type { Profile, ProfileChange } from '#shared/schemas/profile'
import type { Store } from '../store'
import { rolesOf } from './access'
import { writeSignIn, type Device } from './login-log'
import { revokeIn, type Operator } from './session'
import { getUser } from './user'

/** A user's own record, with the roles that the user may act as. */
export async function getProfile(store: Store, userId: number): Promise<Profile | undefined> {
  const [user, roles] = await Promise.all([getUser(store, userId), rolesOf(store, userId)])
  if (!user) return undefined
  const { username, nickName, phone, email, sex, avatar, introduction, status } = user
  const createdAt = new Date(user.createdAt).toISOString()
  const roleIds = roles.map(({ roleId }) => roleId)
  const fields = { userId, username, nickName, phone, email, sex, avatar, introduction, status, createdAt }
  return { user: { ...fields, roleIds, postIds: [], deptIds: [] }, roles, posts: [] }
}

export const updateProfile = (store: Store, userId: number, change: ProfileChange, now: number) =>
  store.tx(async (db) => {
    const { nickName, phone, email, sex, introduction } = change
    const fields = { nickName, phone, email, sex, ...(introduction !== undefined && { introduction }) }
    await db
      .update(store.t.users)
      .set({ ...fields, updatedAt: now })
      .where(eq(store.t.users.userId, userId))
    return userId
  })

/**
 * Replaces the password whose hash is `before`, and ends the user's other sessions.
 * @returns false when the password has been changed meanwhile
 */
export const changeOwnPassword = (
  store: Store,
  { userId, sessionId, username }: Operator,
  { before, after, device }: { before: string; after: string; device: Device },
  now: number,
): Promise<boolean> =>
  store.tx(async (db) => {
    const { credentials } = store.t
    const changed = await db
      .update(credentials)
      .set({ passwordHash: after, changedAt: now })
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, before)))
      .returning({ userId: credentials.userId })
    if (changed.length === 0) return false
    await revokeIn(store, db, { userId, exceptSessionId: sessionId }, now)
    await writeSignIn(
      store,
      db,
      { event: 'password', reason: 'done', method: 'password', userId, username, device },
      now,
    )
    return true
  })
