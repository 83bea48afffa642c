import { basename } from 'node:path'
import { codes } from '#shared/envelope'
import { inOwnProcess } from '../../platform/backup/own-process'
import { removeOldBackups, backupFolder } from '../../platform/backup/folder'
import { megabytes } from '../../platform/http/megabytes'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'

/**
 * Makes a backup in `dataDir/backups` while the database is in use, and removes the oldest ones.
 * @returns its name and size, and how many there are now
 * @throws Refusal when the database is not an embedded one, or no backup can be made
 */
export async function backUp(store: Store, dataDir: string, keep: number | undefined, now: number) {
  if (store.dialect !== 'sqlite') throw new Refusal(codes.impossible, 'job.noBackup')
  const folder = backupFolder(dataDir)
  const { path, bytes } = await inOwnProcess('take', { dataDir, to: { folder }, now })
  return { name: basename(path), megabytes: megabytes(bytes), kept: removeOldBackups(folder, basename(path), keep) }
}
