import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { OwnRecordChange, Profile } from '#shared/access/profile'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { rolesOf } from '../session/access'
import { writeSignIn } from '../login/sign-in-log'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { laterThan, unlessChanged, withValues } from '../crud/seen'
import { revokeIn } from '../session/end'
import { oneRow } from '../../platform/list/statement'
import { getUser, isCredential } from '../user/queries'
import { nameOfUser } from '../user/name'
import { stampsOf } from '../../platform/list/wire'

const placeOf = oneRow(({ db, t, bind }) =>
  db
    .select({
      deptName: t.depts.deptName,
      deptNameEn: t.depts.deptNameEn,
      postName: t.posts.postName,
      postNameEn: t.posts.postNameEn,
    })
    .from(t.users)
    .leftJoin(t.depts, eq(t.depts.deptId, t.users.deptId))
    .leftJoin(t.posts, eq(t.posts.postId, t.users.postId))
    .where(eq(t.users.userId, bind('userId'))),
)

/** A user's own record, with the roles as which they may act. */
export async function getProfile(store: Store, userId: number): Promise<Profile | undefined> {
  const [user, roles, place] = await Promise.all([
    getUser(store, userId),
    rolesOf(store, userId),
    placeOf(store, { userId }),
  ])
  if (!user) return undefined
  const { username, nickName, phone, email, sex, avatar, introduction, status, deptId, postId } = user
  const roleIds = roles.map(({ roleId }) => roleId)
  const fields = { userId, username, nickName, phone, email, sex, avatar, introduction, status, ...stampsOf(user) }
  const dept = { deptId, deptName: place?.deptName ?? '', deptNameEn: place?.deptNameEn ?? '' }
  const post = { postName: place?.postName ?? '', postNameEn: place?.postNameEn ?? '' }
  const posts = postId === null ? [] : [{ postId, ...post }]
  const postIds = posts.map((post) => post.postId)
  return { user: { ...fields, roleIds, postIds, deptIds: deptId === null ? [] : [deptId], dept }, roles, posts }
}

type Reached = { phone?: string | undefined; email?: string | undefined }

/** True if phone or e-mail would change. Such a change needs the password. */
export const changesContact = (before: Reached | undefined, { phone, email }: Reached): boolean =>
  (phone !== undefined && before?.phone !== phone) || (email !== undefined && before?.email !== email)

/**
 * Changes the operator's own record.
 * @param proof the hash that matched the password, if it was checked
 * @throws Refusal if phone or e-mail would change without it
 */
export const updateProfile = (
  store: Store,
  change: OwnRecordChange,
  proof: string | undefined,
  context: RequestContext,
) =>
  store.tx(async (db) => {
    const { users } = store.t
    const { userId, username } = context.operator
    const { password: _password, updatedAt, seen, ...sent } = change
    const [before] = await db.select().from(users).where(eq(users.userId, userId))
    if (!before) throw notFound()
    const present = { fields: { ...before, ...stampsOf(before) }, record: String(userId) }
    const fields = await unlessChanged(store, db, context, { ...sent, ...withValues({ updatedAt, seen }) }, present)
    if (Object.keys(fields).length === 0) return userId
    if (changesContact(before, fields)) {
      const isProven = proof !== undefined && (await isCredential(store, db, userId, proof))
      if (!isProven) throw new Refusal(codes.badRequest, 'profile.passwordNeeded').at('password')
    }
    await db
      .update(users)
      .set({ ...fields, updatedAt: laterThan(users.updatedAt, context.now) })
      .where(eq(users.userId, userId))
    const name = nameOfUser({ username, nickName: fields.nickName ?? before.nickName })
    const entry = { action: 'update', record: String(userId), name } as const
    await writeOperation(store, db, context, { ...entry, ...changesOf(before, fields) })
    return userId
  })

/**
 * Replaces the operator's own password, whose hash is `before`, and ends their other sessions.
 * @returns false if the password was changed meanwhile
 */
export const changeOwnPassword = (
  store: Store,
  { before, after }: { before: string; after: string },
  context: RequestContext,
): Promise<boolean> =>
  store.tx(async (db) => {
    const { credentials, users } = store.t
    const { operator, device, now } = context
    const { userId, sessionId, username } = operator
    const changed = await db
      .update(credentials)
      .set({ passwordHash: after, changedAt: now })
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, before)))
      .returning({ userId: credentials.userId })
    if (changed.length === 0) return false
    const updatedAt = laterThan(users.updatedAt, now)
    await db.update(users).set({ mustChangePassword: false, updatedAt }).where(eq(users.userId, userId))
    await revokeIn(store, db, { userId, exceptSessionId: sessionId }, now)
    await writeSignIn(
      store,
      db,
      { event: 'password', reason: 'done', method: 'password', userId, username, device },
      now,
    )
    await writeOperation(store, db, context, { action: 'password', record: String(userId), name: username })
    return true
  })
