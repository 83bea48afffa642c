import { and, eq, notInArray } from 'drizzle-orm'
import type { SettingKey } from '#shared/settings-catalogue'
import type { Store, Writer } from '../store'
import { addFile, FOLDER, type Upload } from './file'
import { writeOperation, type Act } from './operation'

const LOGO: SettingKey = 'sys_app_logo'

/**
 * Keeps a picture that may become the logo, in place of those that the operator has uploaded and not used.
 * @returns the path it is served at
 */
export const uploadLogo = (store: Store, upload: Upload, act: Act): Promise<string> =>
  store.tx(async (db) => {
    const { files, users, configs } = store.t
    const { userId } = act.operator
    const [user] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.userId, userId))
    const [logo] = await db.select().from(configs).where(eq(configs.configKey, LOGO))
    const inUse = [fileNameOf(user?.avatar ?? ''), fileNameOf(logo?.configValue ?? '')]
    await db.delete(files).where(and(eq(files.ownerId, userId), notInArray(files.fileName, inUse)))
    const path = await addFile(store, db, userId, upload, act.now)
    await writeOperation(store, db, act, { action: 'create', record: path, name: path })
    return path
  })

/** From now on the picture belongs to the installation: it stays when whoever uploaded it goes. */
export async function adoptLogo({ t: { files } }: Store, db: Writer, path: string) {
  await db
    .update(files)
    .set({ ownerId: null })
    .where(eq(files.fileName, fileNameOf(path)))
}

/** Forgets the picture that was the logo, if it was uploaded for that. */
export async function dropLogo({ t: { files, users } }: Store, db: Writer, path: string) {
  const fileName = fileNameOf(path)
  if (fileName === '') return
  const [user] = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.avatar, FOLDER + fileName))
  if (!user) await db.delete(files).where(eq(files.fileName, fileName))
}

/** Name of an uploaded file by its path, with or without a slash in front; empty for what lies elsewhere. */
function fileNameOf(path: string): string {
  const relative = path.replace(/^\//, '')
  return relative.startsWith(FOLDER) ? relative.slice(FOLDER.length) : ''
}
