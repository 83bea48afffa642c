import { and, eq, notInArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { SettingKey } from '#shared/access/settings-catalogue'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { addFile, FOLDER, type Upload } from './queries'
import { writeOperation, type RequestContext } from '../operation-log/write'

const LOGO: SettingKey = 'sys_app_logo'

/**
 * Stores a picture that may become the logo. It replaces the operator's unused uploads.
 * @returns the path at which it is served
 */
export const uploadLogo = (store: Store, upload: Upload, context: RequestContext): Promise<string> =>
  store.tx(async (db) => {
    const { files, users, configs } = store.t
    const { userId } = context.operator
    const [user] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.userId, userId))
    const [logo] = await db.select().from(configs).where(eq(configs.configKey, LOGO))
    const inUse = [fileNameOf(user?.avatar ?? ''), fileNameOf(logo?.configValue ?? '')]
    await db.delete(files).where(and(eq(files.ownerId, userId), notInArray(files.fileName, inUse)))
    const path = await addFile(store, db, userId, upload, context.now)
    await writeOperation(store, db, context, { action: 'create', record: path, name: path })
    return path
  })

/**
 * Makes a picture the logo. It then belongs to the installation: it stays when its uploader is deleted. The old logo is
 * deleted. Any operator may set a path that is not an upload.
 * @throws Refusal 400 if it is not a picture that the operator has uploaded as a logo
 */
export async function changeLogo(store: Dialect, db: Writer, before: string, after: string, context: RequestContext) {
  const { files } = store.t
  const [old, next] = [fileNameOf(before), fileNameOf(after)]
  if (old === next) return
  if (old !== '' && !(await isAvatar(store, db, old))) await db.delete(files).where(eq(files.fileName, old))
  if (next === '') return
  const isOwn = and(eq(files.fileName, next), eq(files.ownerId, context.operator.userId))
  const adopted = (await isAvatar(store, db, next))
    ? []
    : await db.update(files).set({ ownerId: null }).where(isOwn).returning({ fileName: files.fileName })
  if (adopted.length === 0) throw new Refusal(codes.badRequest, 'sysSet.logoNotYours').at(LOGO)
}

/** True if a file is a user's avatar. */
async function isAvatar({ t: { users } }: Dialect, db: Writer, fileName: string): Promise<boolean> {
  const [user] = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.avatar, FOLDER + fileName))
  return user !== undefined
}

/** The name of an uploaded file from its path, with or without a leading slash; empty for any other path. */
function fileNameOf(path: string): string {
  const relative = path.replace(/^\//, '')
  return relative.startsWith(FOLDER) ? relative.slice(FOLDER.length) : ''
}
