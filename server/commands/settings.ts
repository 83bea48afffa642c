import { readSettings, type Mode, type Settings } from '../env'
import { serviceSettings } from './support/service-settings'

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
  const ofService = mode === 'production' && !given.dataDir ? serviceSettings() : {}
  return readSettings({ ...defaults, ...ofService, ...environment }, { ...said, mode })
}
