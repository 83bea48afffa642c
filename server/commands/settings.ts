import { readSettings, type Mode, type Settings } from '../env'
import { serviceSettings } from './support/service-settings'

type Sources = {
  /** Used where the environment says nothing. */
  defaults?: Record<string, string>
  /** From the command's options; they count more than the environment. */
  overrides?: { [Name in keyof Settings]?: Settings[Name] | undefined }
}

/** @throws SettingsError when the environment holds a fault */
export function commandSettings(mode: Mode, { defaults = {}, overrides = {} }: Sources = {}): Settings {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  const options = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  const ofService = mode === 'production' && !overrides.dataDir ? serviceSettings() : {}
  return readSettings({ ...defaults, ...ofService, ...environment }, { ...options, mode })
}
