import { inArray } from 'drizzle-orm'
import { settingOf, type SettingKey } from '#shared/access/settings-catalogue'
import type { Settings } from '../../env'
import type { Reader, Store } from '../../platform/store'
import { singleFlight } from '../../platform/cache/single-flight'
import { literal, statement } from '../../platform/list/statement'

type Policy = Pick<
  Settings,
  | 'captcha'
  | 'sessionIdleMs'
  | 'sessionMaxMs'
  | 'loginLogMs'
  | 'operationLogMs'
  | 'trashMs'
  | 'minPasswordLength'
  | 'initialPasswordMs'
  | 'signaturePassword'
  | 'selfReview'
  | 'blockOverdueGauge'
>

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Which part of the settings each one is kept for, and how its text is read. */
const readers: { [Key in SettingKey]?: (text: string) => Partial<Policy> } = {
  sys_login_captcha: (text) => ({ captcha: text === 'always' || text === 'never' ? text : { after: Number(text) } }),
  sys_login_passLength: (text) => ({ minPasswordLength: Number(text) }),
  sys_login_initialHours: (text) => ({ initialPasswordMs: Number(text) * HOUR_MS }),
  sys_session_idleMinutes: (text) => ({ sessionIdleMs: Number(text) * MINUTE_MS }),
  sys_session_maxMinutes: (text) => ({ sessionMaxMs: Number(text) * MINUTE_MS }),
  sys_log_loginDays: (text) => ({ loginLogMs: Number(text) * DAY_MS }),
  sys_log_operaDays: (text) => ({ operationLogMs: Number(text) * DAY_MS }),
  sys_trash_days: (text) => ({ trashMs: Number(text) * DAY_MS }),
  qc_signaturePassword: (text) => ({ signaturePassword: text === 'Y' }),
  qc_selfReview: (text) => ({ selfReview: text === 'Y' }),
  qc_blockOverdueGauge: (text) => ({ blockOverdueGauge: text === 'Y' }),
}
const keys = Object.keys(readers) as (keyof typeof readers)[] // they are written above

/** The same settings as text, as an empty one of each key stands for. */
export const defaultsOf = (settings: Settings): Partial<Record<SettingKey, string>> => ({
  sys_login_captcha: typeof settings.captcha === 'object' ? String(settings.captcha.after) : settings.captcha,
  sys_login_passLength: String(settings.minPasswordLength),
  sys_login_initialHours: String(settings.initialPasswordMs / HOUR_MS),
  sys_session_idleMinutes: String(settings.sessionIdleMs / MINUTE_MS),
  sys_session_maxMinutes: String(settings.sessionMaxMs / MINUTE_MS),
  sys_log_loginDays: String(settings.loginLogMs / DAY_MS),
  sys_log_operaDays: String(settings.operationLogMs / DAY_MS),
  sys_trash_days: String(settings.trashMs / DAY_MS),
  qc_signaturePassword: settings.signaturePassword ? 'Y' : 'N',
  qc_selfReview: settings.selfReview ? 'Y' : 'N',
  qc_blockOverdueGauge: settings.blockOverdueGauge ? 'Y' : 'N',
})

/** The settings with what `saved` says otherwise. Empty, and what makes no sense, leaves the default in force. */
export function overridden(settings: Settings, saved: Partial<Record<SettingKey, string>>): Settings {
  const policies = keys.map((key) => {
    const { data } = settingOf(key).form.safeParse(saved[key] ?? '')
    return data ? readers[key]?.(data) : undefined
  })
  return Object.assign({}, settings, ...policies) as Settings // policies are parts of it
}

const savedRows = statement(({ db, t }) =>
  db
    .select({ key: t.configs.configKey, value: t.configs.configValue })
    .from(t.configs)
    .where(inArray(t.configs.configKey, keys.map(literal)))
    .orderBy(t.configs.configKey),
)

type Kept = { version: number | undefined; settings: Settings; rows: string; effective: Settings }
const keptOf = new WeakMap<Reader, Kept>()
const shared = singleFlight<Settings, Settings>()

/**
 * The settings in force: those of the environment, overridden by those that an administrator has saved. As cheap as
 * asking whether anybody has committed, where the database can tell; elsewhere one indexed read.
 */
export async function policyOf(store: Store, settings: Settings): Promise<Settings> {
  const version = store.version()
  const kept = keptOf.get(store.db)
  const isKept = version !== undefined && kept?.version === version && kept.settings === settings
  return isKept ? kept.effective : shared(store, settings, () => read(store, settings))
}

async function read(store: Store, settings: Settings): Promise<Settings> {
  const version = store.version()
  const saved = await savedRows(store)
  const rows = JSON.stringify(saved)
  const kept = keptOf.get(store.db)
  const effective =
    kept?.settings === settings && kept.rows === rows
      ? kept.effective
      : overridden(settings, Object.fromEntries(saved.map(({ key, value }) => [key, value])))
  keptOf.set(store.db, { version, settings, rows, effective })
  return effective
}
