import { proxy } from 'valtio'
import { APP_INFO_KEY, MIN_PASSWORD_LENGTH } from '#shared/constants'
import { getAppConfig } from '../api/app-config'
import { hasTexts, parsed, readFields, writeJson } from './storage'

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
  const { sys_app_name: name, sys_app_logo: logo, wecom_enabled: wecom } = readFields(APP_INFO_KEY)
  Object.assign(appInfo, { name: textOf(name), logo: textOf(logo), isWecomEnabled: wecom === '1' })
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
    writeJson(APP_INFO_KEY, config)
  } catch {
    // nobody answers: what is remembered must do
  }
}

/** Called when the first administrator has been made. */
export const finishSetup = (madeUsername = ''): void => void Object.assign(appInfo, { setup: 'done', madeUsername })

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function demoAccountsOf(text: string | undefined): DemoAccount[] {
  const accounts = parsed(text ?? null)
  return Array.isArray(accounts) ? accounts.filter((account) => hasTexts(account, 'username', 'password', 'label')) : []
}

/** How many characters a new password must have, as the server said when it was asked last. It checks that itself. */
export const minPasswordLength = (): number =>
  Number(readFields(APP_INFO_KEY)['sys_login_passLength']) || MIN_PASSWORD_LENGTH
