import { DAY_MS, HOUR_MS } from '#shared/durations'
import { inArray } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { settingOf, type SettingKey } from '#shared/access/settings-catalogue'
import type { Settings } from '../../env'
import type { AppEnv } from '../../platform/http/app-env'
import type { Reader, Store } from '../../platform/store'
import { singleFlight } from '../../platform/cache/single-flight'
import { literal, statement } from '../../platform/list/statement'

type NameOf<Value> = { [Name in keyof Settings]: Settings[Name] extends Value ? Name : never }[keyof Settings]
/** The field of the settings behind an administrator's setting, and its conversion from and to text. */
type Override = { name: keyof Settings; read: (text: string) => unknown; write: (settings: Settings) => string }

const number = (name: NameOf<number>, unit = 1): Override => ({
  name,
  read: (text) => Number(text) * unit,
  write: (settings) => String(settings[name] / unit),
})
const yesNo = (name: NameOf<boolean>): Override => ({
  name,
  read: (text) => text === 'Y',
  write: (settings) => (settings[name] ? 'Y' : 'N'),
})

const overrides: { [Key in SettingKey]?: Override } = {
  sys_login_captcha: {
    name: 'captcha',
    read: (text) => (text === 'always' || text === 'never' ? text : { after: Number(text) }),
    write: ({ captcha }) => (typeof captcha === 'object' ? String(captcha.after) : captcha),
  },
  sys_login_passLength: number('minPasswordLength'),
  sys_login_initialHours: number('initialPasswordMs', HOUR_MS),
  sys_session_idleMinutes: number('sessionIdleMs', 60_000),
  sys_session_maxMinutes: number('sessionMaxMs', 60_000),
  sys_log_loginDays: number('loginLogMs', DAY_MS),
  sys_log_operaDays: number('operationLogMs', DAY_MS),
  sys_trash_days: number('trashMs', DAY_MS),
  qc_signaturePassword: yesNo('signaturePassword'),
  qc_signatureSeries: number('signatureSeriesMs', 60_000),
  qc_selfReview: yesNo('selfReview'),
  qc_blockOverdueGauge: yesNo('blockOverdueGauge'),
  qc_photosPerRecord: number('photosPerRecord'),
  qc_photoKilobytes: number('photoBytes', 1024),
  qc_photoStorageMegabytes: number('photoStorageBytes', 1024 ** 2),
  qc_yieldTarget: number('yieldTarget'),
}
const keys = Object.keys(overrides) as (keyof typeof overrides)[] // they are written above

/** The settings of the environment as text: the meaning of an empty value of each key. */
export const defaultsOf = (settings: Settings): Partial<Record<SettingKey, string>> =>
  Object.fromEntries(keys.map((key) => [key, overrides[key]!.write(settings)]))

/** The settings, overridden by `saved`. Empty and invalid values leave the default in force. */
export function overridden(settings: Settings, saved: Partial<Record<SettingKey, string>>): Settings {
  const values = keys.flatMap((key) => {
    const { data } = settingOf(key).form.safeParse(saved[key] ?? '')
    const { name, read } = overrides[key]!
    return data ? [[name, read(data)] as const] : []
  })
  return { ...settings, ...Object.fromEntries(values) } // of the same types
}

const savedRows = statement(({ db, t }) =>
  db
    .select({ key: t.configs.configKey, value: t.configs.configValue })
    .from(t.configs)
    .where(inArray(t.configs.configKey, keys.map(literal)))
    .orderBy(t.configs.configKey),
)

type Cached = { version: number | undefined; settings: Settings; rows: string; effective: Settings }
const cacheOf = new WeakMap<Reader, Cached>()
const shared = singleFlight<Settings, Settings>()

/**
 * The settings in force: those of the environment, overridden by the saved ones of an administrator. If the database
 * reports commits, the check is cheap; otherwise it is one indexed read.
 */
export const policyOf = async (store: Store, settings: Settings): Promise<Settings> =>
  cachedPolicy(store, settings) ?? shared(store, settings, () => read(store, settings))

function cachedPolicy(store: Store, settings: Settings): Settings | undefined {
  const version = store.version()
  const cached = cacheOf.get(store.db)
  const isCached = version !== undefined && cached?.version === version && cached.settings === settings
  return isCached ? cached.effective : undefined
}

async function read(store: Store, settings: Settings): Promise<Settings> {
  const version = store.version()
  const saved = await savedRows(store)
  const rows = JSON.stringify(saved)
  const cached = cacheOf.get(store.db)
  const effective =
    cached?.settings === settings && cached.rows === rows
      ? cached.effective
      : overridden(settings, Object.fromEntries(saved.map(({ key, value }) => [key, value])))
  cacheOf.set(store.db, { version, settings, rows, effective })
  return effective
}

/**
 * Applies an administrator's settings to the request. Separate, because probes and files must not need the database.
 */
export const policy = createMiddleware<AppEnv>(async function policy(c, next) {
  const { store, settings } = c.var
  c.set('settings', cachedPolicy(store, settings) ?? (await policyOf(store, settings)))
  await next()
})
