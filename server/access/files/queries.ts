import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Picture } from '../../platform/security/picture'
import type { Dialect, Store, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { laterThan } from '../crud/seen'
import { oneRow } from '../../platform/list/statement'

/** The path of uploaded files as it is stored in records: without a leading slash. */
export const FOLDER = 'static/uploadfile/'

const byName = oneRow(({ db, t, bind }) =>
  db
    .select({ mediaType: t.files.mediaType, content: t.files.content })
    .from(t.files)
    .where(eq(t.files.fileName, bind('fileName'))),
)

/** An uploaded file by its name. */
export async function getFile(store: Store, fileName: string) {
  const row = await byName(store, { fileName })
  return row && { mediaType: row.mediaType, content: Buffer.from(row.content, 'base64') }
}

export type Upload = Pick<Picture, 'ending' | 'mediaType' | 'content'>

/**
 * Sets or removes the operator's avatar, and deletes the old one.
 * @returns the path at which it is served, or empty
 */
export const setAvatar = (store: Store, upload: Upload | undefined, context: RequestContext): Promise<string> =>
  store.tx(async (db) => {
    const { users } = store.t
    const { operator, now } = context
    const { userId, username } = operator
    const [user] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.userId, userId))
    if (user) await removeFile(store, db, userId, user.avatar)
    const avatar = upload ? await addFile(store, db, userId, upload, now) : ''
    await db
      .update(users)
      .set({ avatar, updatedAt: laterThan(users.updatedAt, now) })
      .where(eq(users.userId, userId))
    const changes = { before: { avatar: user?.avatar ?? '' }, after: { avatar } }
    await writeOperation(store, db, context, { action: 'update', record: String(userId), name: username, ...changes })
    return avatar
  })

/** Stores a file and returns its path. Its name is 128 random bits, so that nobody can guess it. */
export async function addFile(
  { t }: Dialect,
  db: Writer,
  ownerId: number,
  upload: Upload,
  now: number,
): Promise<string> {
  const { ending, mediaType, content } = upload
  const fileName = `${randomBytes(16).toString('base64url')}.${ending}`
  const base64 = Buffer.from(content).toString('base64')
  await db.insert(t.files).values({ fileName, mediaType, content: base64, ownerId, createdAt: now })
  return FOLDER + fileName
}

/** Removes the user's own file at `path`; other addresses are ignored. */
async function removeFile({ t }: Dialect, db: Writer, ownerId: number, path: string) {
  if (!path.startsWith(FOLDER)) return
  await db.delete(t.files).where(and(eq(t.files.fileName, path.slice(FOLDER.length)), eq(t.files.ownerId, ownerId)))
}
