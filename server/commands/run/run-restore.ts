import { existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { basename, resolve } from 'node:path'
import { openBackup, type Backup } from '../../platform/backup/open'
import { makeReady, type Prepared } from '../../platform/backup/restore'
import { StartError } from '../../platform/store'
import { replaceWithRestored } from '../../platform/store/replace'
import { lockFolder, prepareFolder } from '../../platform/store/sqlite/file'
import {
  counted,
  optionsAndRest,
  progressLine,
  say,
  UsageError,
  type Command,
  flag,
  value,
} from '../support/command-line'
import { refuseDemoData } from '../demo-folder'
import { inPlainWords, systemUser } from '../host'
import { commandSettings } from '../settings'
import { prepareRestore } from '../support/prepare-restore'

/** The exit code of shells for a command ended by Ctrl-C. */
const CANCELLED = 130

export const command: Command = {
  summary: 'puts a backup in the place of the data',
  help: `
Usage: caliper restore <file> [--yes] [--data <folder>]

Checks the backup whole, then puts it in the place of the data; the server must not run. What was there is kept, in a
folder replaced-DATE-TIME beside it. Everybody is signed out, and the operation log says who restored what. Takes backups
of this version and of older ones, and copies of the database (caliper-….sqlite, caliper.sqlite.before-…) as well.

  --yes                 does not ask first; needed where nobody can be asked
  --data <folder>       the data folder; otherwise as CALIPER_DATA_DIR says, or ./data
  --with-broken-trail   takes a backup whose audit trail does not verify, which is refused otherwise; the log says so

With PostgreSQL: pg_restore --clean --if-exists --no-owner -d "$CALIPER_DATABASE_URL" caliper.dump

As root too: what it makes belongs to whom the data folder belongs.

Example: caliper restore /mnt/usb/caliper-20261121-023000.tar.gz

Exit codes: 0 restored, 1 not restored (one sentence says why, and the data are as they were), 2 used wrongly, or nobody
there to ask, 130 ended with Ctrl-C before anything was changed.
`,
  async run(args) {
    const { values, rest } = optionsAndRest(args, { yes: flag, data: value, 'with-broken-trail': flag }, 1)
    if (!rest[0]) throw new UsageError('Which backup? Name its file.')
    const { databaseUrl, dataDir } = commandSettings('production', {
      overrides: { dataDir: values.data && resolve(values.data) },
    })
    if (databaseUrl) {
      throw new StartError('With PostgreSQL, restore with pg_restore. See: caliper restore --help')
    }
    refuseDemoData(dataDir)
    const file = resolve(rest[0])
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      throw new StartError(`${file} is a folder; name the file in it.`) // such as that of an earlier restore
    }
    try {
      return await restore(file, dataDir, values.yes ?? false, values['with-broken-trail'] ?? false)
    } catch (error) {
      throw inPlainWords(error)
    }
  },
}

async function restore(file: string, dataDir: string, isAgreed: boolean, isBrokenTrailTaken: boolean): Promise<number> {
  const name = basename(file)
  const backup = await openBackup(file, file)
  const isNew = !existsSync(dataDir)
  prepareFolder(dataDir)
  const unlock = lockFolder(dataDir) // no server while it is asked and done
  const line = progressLine()
  try {
    say(`${file}: ${contentsOf(backup.manifest)}.`)
    const answer = isAgreed ? 'yes' : await answerOf(dataDir)
    if (answer !== 'yes') {
      say('Nothing was changed.')
      return answer === 'no' ? 1 : CANCELLED
    }
    const now = Date.now()
    const prepared = await prepareRestore({
      file,
      name,
      dataDir,
      by: { actor: 'host', command: 'caliper restore', systemUser: systemUser() },
      now,
      isBrokenTrailTaken,
      report: (progress) => line.show('Restoring', progress),
    })
    makeReady(dataDir, prepared, now)
    const replaced = replaceWithRestored(dataDir)
    line.end()
    printRestored(dataDir, prepared, replaced)
    if (isNew && process.getuid?.() === 0) {
      say(
        `The folder belongs to root. systemd gives it to the service when it starts; otherwise: chown -R USER: ${dataDir}`,
      )
    }
    return 0
  } finally {
    line.end()
    unlock()
  }
}

function printRestored(dataDir: string, { backup, endedSessions }: Prepared, replaced: string | undefined) {
  say(`Restored into ${dataDir}: ${contentsOf(backup)}.`)
  say(`Sessions of it that were ended: ${endedSessions}. Everybody signs in again.`)
  if (replaced) say(`What was there before is kept in ${replaced}; delete it when nobody misses anything.`)
}

function contentsOf({ version, takenAt, rows }: Backup['manifest']): string {
  const what = version ? `backup of Caliper ${version}` : 'copy of a database of Caliper'
  const { users = 0, records = 0, auditEntries = 0 } = rows
  const trail = `${counted(auditEntries, 'entry', 'entries')} of the audit trail`
  const counts = `${counted(users, 'user')}, ${counted(records, 'record')}, ${trail}`
  return `${what}, made ${clockTime(takenAt)}, with ${counts}`
}

/** In the time zone of this machine. */
const clockTime = (at: string) => new Date(at).toLocaleString('sv-SE')

/**
 * `gone`: ended with Ctrl-C or Ctrl-D.
 * @throws UsageError without a terminal
 */
async function answerOf(dataDir: string): Promise<'yes' | 'no' | 'gone'> {
  if (!process.stdin.isTTY) throw new UsageError('Nobody can be asked here; say --yes to replace the data')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const left = Promise.withResolvers<undefined>()
  terminal.once('close', () => left.resolve(undefined))
  terminal.once('SIGINT', () => terminal.close())
  try {
    const question = terminal.question(`Put it in the place of the data in ${dataDir}? Type yes: `)
    const answer = await Promise.race([question.catch(() => undefined), left.promise])
    if (answer === undefined) say('')
    return answer === undefined ? 'gone' : /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no'
  } finally {
    terminal.close()
  }
}
