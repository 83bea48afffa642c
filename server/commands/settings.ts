import { readSettings, SettingsError, type Mode, type Settings } from '../env'
import { StartError } from '../store/start-error'
import { fail } from './terminal'

/**
 * The settings of a command: what it decides itself, then what its options say, then the environment.
 * @throws SettingsError when the environment holds a fault
 */
export function commandSettings(mode: Mode, own: Partial<Settings>, given: { host?: string | undefined; port?: number | undefined }) {
  const { host, port } = given
  return readSettings(process.env, { mode, ...own, ...(host !== undefined && { host }), ...(port !== undefined && { port }) })
}

/** Runs a command; what the person at the terminal can put right is told in one line, and the process ends with 1. */
export async function orFail(command: () => Promise<void>) {
  try {
    await command()
  } catch (error) {
    if (error instanceof StartError || error instanceof SettingsError) fail(error.message)
    throw error
  }
}
