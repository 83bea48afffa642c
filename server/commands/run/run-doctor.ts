import packageJson from '../../../package.json'
import { SettingsError, type Settings } from '../../env'
import { harmless, optionsOf, type Command, flag } from '../support/command-line'
import { checkContent } from '../doctor/content'
import { checkPostgres, checkSqlite, checkVersion } from '../doctor/database'
import { findingsOf, type Finding } from '../doctor/finding'
import { checkDisk, checkFiles, checkOpenFiles, checkTemporary } from '../doctor/machine'
import { checkServer } from '../doctor/server'
import { commandSettings } from '../settings'

const help = `
Usage: caliper doctor [--full] [--json]

Looks whether all is well, beside a running server or without one, and changes nothing: settings, data folder and who can
read it, disk space, temporary folder, open files, server and port, database, its version, its log and whether its writes
last, clock, last backup, administrators. Each line says ok, warning or FAILURE, and what to do.

  --full  reads every page of the database and verifies the audit trail, which may take minutes
  --json  one object for programs: { ok, version, findings: [{ check, verdict, told, advice }] }

Run it as root, who has the settings of the service; else as the user that the server runs as, with the same settings.

Example: sudo caliper doctor

Exit codes: 0 no failure (there may be warnings), 1 a failure, 2 used wrongly.
`

const marks = { ok: 'ok      ', warning: 'warning ', failure: 'FAILURE ' } as const

export const command: Command = {
  summary: 'looks whether all is well, and says what to do',
  help,
  async run(args) {
    const { full = false, json = false } = optionsOf(args, { full: flag, json: flag })
    const findings: Finding[] = []
    for await (const finding of examine(full)) {
      findings.push(finding)
      if (!json) console.log(harmless(linesOf(finding)))
    }
    const isFine = findings.every(({ verdict }) => verdict !== 'failure')
    if (json)
      console.log(
        JSON.stringify({ ok: isFine, version: packageJson.version, findings: findings.map(forPrograms) }, null, 2),
      )
    return isFine ? 0 : 1
  },
}

const linesOf = ({ check, verdict, message, advice }: Finding) =>
  `${marks[verdict]}${check}: ${message}${advice === undefined ? '' : `\n        → ${advice}`}`

/** The field names for programs. */
const forPrograms = ({ message: told, check, verdict, advice }: Finding) => ({ check, verdict, told, advice })

/** One check after the other: each result is shown before the next check, which may take a while. */
async function* examine(isFull: boolean): AsyncGenerator<Finding> {
  const { ok, failure } = findingsOf('settings')
  let settings: Settings
  try {
    settings = commandSettings('production')
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const faults = error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
    yield failure(faults.join('; '), 'Put these right; the server would not start either.')
    return
  }
  yield ok(`All make sense. Data: ${settings.databaseUrl ? 'PostgreSQL' : settings.dataDir}.`)

  const { dataDir, databaseUrl } = settings
  const files = checkFiles(dataDir)
  yield* files
  if (files.some(({ verdict }) => verdict === 'failure') && !databaseUrl) return
  yield checkDisk(settings, Date.now())
  yield checkTemporary()
  yield checkOpenFiles()
  yield* await checkServer(settings)

  const database = databaseUrl ? await checkPostgres(databaseUrl) : checkSqlite(dataDir, isFull)
  yield* database
  if (database.some(({ verdict }) => verdict === 'failure')) return
  const version = await checkVersion(settings)
  yield version
  if (version.verdict === 'failure') return
  yield* await checkContent(settings, isFull, Date.now())
}
