import { proxy } from 'valtio'
import { APP_INFO_KEY } from '#shared/constants'
import type { AppConfig } from '#shared/admin/config'
import { getAppConfig } from '../api/app-config'

/** An account that a demonstration lets anybody use. */
export type DemoAccount = { username: string; password: string; label: string }

/** What the server tells everybody about itself. */
export const appInfo = proxy({
  /** Empty until known; the catalogue has a name for then. */
  name: '',
  /** Address of a picture, or empty. */
  logo: '',
  demoAccounts: [] as DemoAccount[],
  /** Whether the first administrator is still to be made. */
  setup: 'unknown' as 'unknown' | 'required' | 'done',
  /** Of the administrator who was just made here; else empty. */
  madeUsername: '',
  /** Whether one can sign in with WeCom as well. */
  isWecomEnabled: false,
  /** The server's, as IANA calls it; undefined until known. */
  timeZone: undefined as string | undefined,
})

/** Shows what the browser remembers, then what the server says now. Resolves either way. */
export async function loadAppInfo(): Promise<void> {
  const { sys_app_name: name = '', sys_app_logo: logo = '', wecom_enabled: wecom } = remembered()
  Object.assign(appInfo, { name, logo, isWecomEnabled: wecom === '1' })
  try {
    const config = await getAppConfig()
    Object.assign(appInfo, {
      name: config.sys_app_name ?? '',
      logo: config.sys_app_logo ?? '',
      demoAccounts: demoAccountsOf(config['demo_accounts']),
      setup: config['setup_required'] === '1' ? 'required' : 'done',
      isWecomEnabled: config['wecom_enabled'] === '1',
      timeZone: config['time_zone'],
    })
    localStorage.setItem(APP_INFO_KEY, JSON.stringify(config))
  } catch {
    // nobody answers, and what is remembered must do; or storage is full or switched off
  }
}

/** Called when the first administrator has been made. */
export const finishSetup = (madeUsername = ''): void => void Object.assign(appInfo, { setup: 'done', madeUsername })

function remembered(): AppConfig {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(APP_INFO_KEY) ?? '{}')
    const texts = Object.entries(kept ?? {}).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {} // damaged, or storage is switched off
  }
}

function demoAccountsOf(text: string | undefined): DemoAccount[] {
  try {
    const accounts: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(accounts) ? accounts.filter(isDemoAccount) : []
  } catch {
    return []
  }
}

const isDemoAccount = (account: unknown): account is DemoAccount =>
  typeof account === 'object' &&
  account !== null &&
  ['username', 'password', 'label'].every((name) => typeof Reflect.get(account, name) === 'string')
