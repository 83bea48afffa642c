import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { anchorText } from '#shared/qc/audit/anchor'
import { inOwnProcess } from '../../platform/backup/own-process'
import { backupFolder } from '../../platform/backup/folder'
import { StartError } from '../../platform/store'
import {
  counted,
  optionsOf,
  progressLine,
  say,
  sizeInWords,
  UsageError,
  type Command,
  value,
} from '../support/command-line'
import { inPlainWords } from '../host'
import { refuseNoData } from '../open-data'
import { commandSettings } from '../settings'

export const command: Command = {
  summary: 'makes a backup, whether or not a server is running',
  help: `
Usage: caliper backup [--to <file or folder>] [--data <folder>]

Makes one file with everything in it, accounts, records and pictures alike, and reads it back before it counts as made.
A running server goes on reading and writing; what it had acknowledged before this began is in the backup. Nothing is
written into the database: that a backup was made by hand stands in no log.

  --to <place>     a folder, which gets caliper-DATE-TIME.tar.gz, or the file to make, which ends with .tar.gz and may not
                   be there yet; the folder must be there: the command makes none, so that a stick that is not mounted
                   is noticed; without --to the folder "backups" in the data folder
  --data <folder>  the data folder; otherwise as CALIPER_DATA_DIR says, or ./data

With PostgreSQL: pg_dump -Fc --file caliper.dump "$CALIPER_DATABASE_URL", and back with pg_restore.

Example: caliper backup --to /mnt/usb/

Exit codes: 0 made and checked, 1 not made (one sentence says why, and no file is left), 2 used wrongly.
`,
  async run(args) {
    const { to, data } = optionsOf(args, { to: value, data: value })
    const { databaseUrl, dataDir } = commandSettings('production', { overrides: { dataDir: data && resolve(data) } })
    if (databaseUrl) {
      throw new StartError(
        'With PostgreSQL, back up with: pg_dump -Fc --file caliper.dump "$CALIPER_DATABASE_URL". See: caliper backup --help',
      )
    }
    refuseNoData({ databaseUrl, dataDir })
    const place = placeOf(to, dataDir)
    const line = progressLine()
    try {
      const order = { dataDir, to: place, now: Date.now() }
      const { path, bytes, manifest } = await inOwnProcess('take', order, (step) => line.show('Backing up', step))
      line.end()
      const { rows, auditHead: hash, auditHeadId: id } = manifest
      const contents = `${counted(rows['users'] ?? 0, 'user')}, ${counted(rows['records'] ?? 0, 'record')}`
      say(`Made and checked: ${sizeInWords(bytes)}, ${contents}.`)
      if (to !== undefined && statSync(path).dev === statSync(dataDir).dev) {
        say('It lies on the disk of the data, and is lost with it. A stick or share: is it mounted?')
      }
      if (id !== undefined) say(`Anchor of the audit trail: ${anchorText({ id, hash })}`)
      console.log(path)
      return 0
    } catch (error) {
      line.end()
      throw inPlainWords(error)
    }
  },
}

/**
 * No folder is created: if a USB stick is not mounted, the backup would be on the disk of the data.
 * @throws StartError if the folder does not exist; UsageError if the name is not that of a backup
 */
function placeOf(to: string | undefined, dataDir: string) {
  if (to === undefined) return { folder: backupFolder(dataDir) }
  const path = resolve(to)
  if (isFolder(path)) return { folder: path }
  const folder = to.endsWith('/') ? path : dirname(path)
  if (!isFolder(folder)) throw new StartError(`There is no folder ${folder}; is the stick or the share mounted?`)
  if (!path.endsWith('.tar.gz')) {
    throw new UsageError(`There is no folder ${path}, and the file of a backup ends with .tar.gz`)
  }
  return { file: path }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false // writing there gives the error
  }
}
