import { readSettings, SettingsError, type Mode, type Settings } from '../env'
import { StartError } from '../store/start-error'
import { fail } from './terminal'

type Sources = {
  /** What this command takes where the environment says nothing. */
  defaults?: Record<string, string>
  /** What its options say; counts more than the environment. */
  given?: { [Name in keyof Settings]?: Settings[Name] | undefined }
}

/** @throws SettingsError when the environment holds a fault */
export function commandSettings(mode: Mode, { defaults = {}, given = {} }: Sources = {}): Settings {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return readSettings({ ...defaults, ...environment }, { ...said, mode })
}

/** Runs a command. What the person at the terminal can put right is told without a stack, and the process ends with 1. */
export async function orFail(command: () => Promise<void>) {
  try {
    await command()
  } catch (error) {
    if (error instanceof StartError || error instanceof SettingsError) fail(error.message)
    throw error
  }
}
