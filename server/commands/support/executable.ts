import Database from 'better-sqlite3'
import { OWN_PROGRAM, type OwnProgram } from '../../platform/process/own-program'
import { StartError } from '../../platform/store/start-error'
import { serviceSettings } from './service-settings'
import { fail } from './command-line'

/** The start of the executable. `caliper.ts` is the same for the sources. */
const ownPrograms: Record<OwnProgram, () => Promise<unknown>> = {
  backup: () => import('./backup-process'),
  'spell-titles': () => import('../../access/menu/spell-titles'),
}
const isOwnProgram = (name: string | undefined): name is OwnProgram =>
  name !== undefined && Object.hasOwn(ownPrograms, name)

process.umask(0o077) // its files are private to their user
const args = process.argv.slice(2)
if (args[0] === OWN_PROGRAM && isOwnProgram(args[1])) await ownPrograms[args[1]]()
else await command()

async function command() {
  loadSqlite()
  const { cli } = await import('../cli')
  const code = await cli(args)
  if (code !== undefined) process.exit(code)
}

/** Runs first, so that its failure is the only message. Root uses the service's folder for temporary files. */
function loadSqlite() {
  const { TMPDIR } = serviceSettings()
  if (TMPDIR) process.env['TMPDIR'] ||= TMPDIR
  try {
    new Database(':memory:').close()
  } catch (error) {
    if (error instanceof StartError) fail(error.message)
    throw error
  }
}
