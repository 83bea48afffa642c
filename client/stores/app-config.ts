import { APP_INFO_KEY } from '#shared/constants'
import { MAX_PHOTO_BYTES, MOST_PHOTOS } from '#shared/qc/record/photo-limits'
import { getAppConfig } from '../api/app-config'
import { hasTexts, parsed, readFields, writeJson } from './storage'

/** An account of a demonstration that anyone may use. */
export type DemoAccount = { username: string; password: string; label: string }

/** The server's public facts about itself. */
export type AppFacts = {
  /** Empty until loaded; then the catalogue's name is shown. */
  name: string
  /** Address of a picture, or empty. */
  logo: string
  demoAccounts: DemoAccount[]
  /** `required`: the first administrator must still be created. */
  setup: 'unknown' | 'required' | 'done'
  /** True if sign-in with WeCom is possible. */
  isWecomEnabled: boolean
  /** The IANA time zone of the server; undefined until loaded. */
  timeZone: string | undefined
  /** False with PostgreSQL, which is backed up by its own programs. */
  hasBackupJob: boolean
  photosPerRecord: number
  /** Maximum size of a photo. */
  photoBytes: number
}

/** The server's last answer. */
export const keptFacts = (): AppFacts => factsOf(readFields(APP_INFO_KEY))

/** Requests the server's present facts, and stores them. */
export async function fetchFacts(): Promise<AppFacts> {
  const config = await getAppConfig()
  writeJson(APP_INFO_KEY, config)
  return factsOf(config)
}

const factsOf = (config: Partial<Record<string, unknown>>): AppFacts => ({
  name: textOf(config['sys_app_name']),
  logo: textOf(config['sys_app_logo']),
  demoAccounts: demoAccountsOf(config['demo_accounts']),
  setup: config['setup_required'] === '1' ? 'required' : 'done',
  isWecomEnabled: config['wecom_enabled'] === '1',
  timeZone: textOf(config['time_zone']) || undefined,
  hasBackupJob: config['backup_job'] !== '0',
  photosPerRecord: Number(config['qc_photosPerRecord'] ?? MOST_PHOTOS),
  photoBytes: Number(config['qc_photoKilobytes'] ?? MAX_PHOTO_BYTES / 1024) * 1024,
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function demoAccountsOf(text: unknown): DemoAccount[] {
  const accounts = parsed(textOf(text) || null)
  return Array.isArray(accounts) ? accounts.filter((account) => hasTexts(account, 'username', 'password', 'label')) : []
}
