import { readSettings, type Mode, type Settings } from '../env'
import { serviceSettings } from './support/service-settings'

type Sources = {
  /** For variables missing in the environment. */
  defaults?: Record<string, string>
  /** From the command's options; they take precedence over the environment. */
  overrides?: { [Name in keyof Settings]?: Settings[Name] | undefined }
}

/** @throws SettingsError if the environment has a fault */
export function commandSettings(mode: Mode, { defaults = {}, overrides = {} }: Sources = {}): Settings {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  const options = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  const ofService = mode === 'production' && !overrides.dataDir ? serviceSettings() : {}
  return readSettings({ ...defaults, ...ofService, ...environment }, { ...options, mode })
}
