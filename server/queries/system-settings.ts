import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { SettingsChange, SystemSettings } from '#shared/schemas/config'
import { settingKeys, settingOf, type SettingKey } from '#shared/settings-catalogue'
import type { Settings } from '../env'
import { Refusal } from '../refusal'
import type { Reader, Store, Writer } from '../store'
import { adoptLogo, dropLogo } from './logo'
import { writeOperation, type Act } from './operation'
import { overridden } from './policy'

/** Every setting of the product; empty for what was not set. */
export const systemSettings = (store: Store): Promise<SystemSettings> => savedIn(store, store.db)

/**
 * Saves some settings; they count from the next request.
 * @param settings of the environment, which count where none is saved
 * @throws Refusal when a session would be idle for longer than it lasts
 */
export const saveSettings = (store: Store, change: SettingsChange, settings: Settings, act: Act): Promise<void> =>
  store.tx(async (db) => {
    const before = await savedIn(store, db)
    const changed = settingKeys.filter(
      (key) => !settingOf(key).isDropped && change[key] !== undefined && change[key] !== before[key],
    )
    const after = { ...before, ...change }
    if (changed.some((key) => key.startsWith('sys_session_'))) refuseIdleBeyondMax(overridden(settings, after), changed)
    for (const key of changed) await write(store, db, key, after[key], act.now)
    if (changed.includes('sys_app_logo')) {
      await dropLogo(store, db, before.sys_app_logo)
      await adoptLogo(store, db, after.sys_app_logo)
    }
    if (changed.length === 0) return
    const only = (values: SystemSettings) => Object.fromEntries(changed.map((key) => [key, values[key]]))
    const entry = { action: 'update', name: changed.map((key) => text('zh', settingOf(key).title)).join(', ') } as const
    await writeOperation(store, db, act, { ...entry, before: only(before), after: only(after) })
  })

async function savedIn({ t: { configs } }: Store, db: Reader): Promise<SystemSettings> {
  const rows = await db.select().from(configs).where(inArray(configs.configKey, settingKeys))
  const saved = new Map(rows.map(({ configKey, configValue }) => [configKey, configValue]))
  const valueOf = (key: SettingKey) => (settingOf(key).isDropped ? '' : (saved.get(key) ?? ''))
  return Object.fromEntries(settingKeys.map((key) => [key, valueOf(key)])) as SystemSettings // of all keys
}

async function write({ t: { configs } }: Store, db: Writer, configKey: SettingKey, configValue: string, now: number) {
  const changed = await db
    .update(configs)
    .set({ configValue, updatedAt: now })
    .where(eq(configs.configKey, configKey))
    .returning()
  if (changed.length > 0) return
  const { title, isFrontend = false } = settingOf(configKey)
  const made = { configKey, configValue, configName: text('zh', title), configType: 'Y', isFrontend } as const
  await db.insert(configs).values({ ...made, createdAt: now, updatedAt: now })
}

function refuseIdleBeyondMax({ sessionIdleMs, sessionMaxMs }: Settings, changed: SettingKey[]) {
  if (sessionIdleMs <= sessionMaxMs) return
  const field = changed.find((key) => key === 'sys_session_idleMinutes') ?? 'sys_session_maxMinutes'
  throw new Refusal(codes.badRequest, 'sysSet.idleBeyondMax', { max: sessionMaxMs / 60_000 }).at(field)
}
