import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isAllowed } from '#shared/permissions'
import { text } from '#shared/i18n/catalogues'
import type { SettingsChange, SystemSettings } from '#shared/admin/config'
import { settingKeys, settingOf, type SettingKey } from '#shared/access/settings-catalogue'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { changeLogo } from '../files/logo'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { forbidden } from '../permission/title'
import { defaultsOf, overridden } from './policy'
import { laterThan, unlessChanged } from '../crud/seen'

/** A setting with a changed effective value. */
type SettingChange = { field: string; old: string; new: string }

export type SettingRules = {
  /** The settings of the environment, in force where none is saved. */
  settings: Settings
  /** Writes changes of settings of quality control into its audit trail. */
  audit: (store: Dialect, db: Writer, context: RequestContext, changes: SettingChange[]) => Promise<void>
  /** Seals the settings of quality control among parameters that were written. */
  seal: (store: Dialect, db: Writer, context: RequestContext, configIds: readonly number[]) => Promise<void>
}

/** Every setting of the product; empty if not set. */
export const systemSettings = (store: Store): Promise<SystemSettings> => savedIn(store, store.db)

/**
 * Saves some settings; they are in force from the next request on.
 * @throws Refusal if the idle time of a session would exceed its duration, or the logo is not the operator's upload
 */
export const saveSettings = (
  store: Store,
  sent: SettingsChange,
  rules: SettingRules,
  context: RequestContext,
): Promise<void> =>
  store.tx(async (db) => {
    const before = await savedIn(store, db)
    const present = { fields: readable(before), record: '', readBy: ['admin:sysConfigSet:list'] } as const
    const change = await unlessChanged(store, db, context, { ...sent.values, seen: sent.seen }, present)
    const changed = settingKeys.filter(
      (key) => !settingOf(key).isDropped && change[key] !== undefined && change[key] !== before[key],
    )
    const after = { ...before, ...change }
    await settle(store, db, { before, after, changed }, rules, context)
    if (changed.length === 0) return
    const written: number[] = []
    for (const key of changed) written.push(await write(store, db, key, after[key], context.now))
    await rules.seal(store, db, context, written)
    const only = (values: SystemSettings) => Object.fromEntries(changed.map((key) => [key, values[key]]))
    const entry = { action: 'update', name: changed.map((key) => text('zh', settingOf(key).title)).join(', ') } as const
    await writeOperation(store, db, context, { ...entry, before: only(before), after: only(after) })
  })

const readable = (values: SystemSettings): Partial<SystemSettings> =>
  Object.fromEntries(settingKeys.filter((key) => !settingOf(key).isSecret).map((key) => [key, values[key]]))

type Saved = { before: SystemSettings; after: SystemSettings; changed: SettingKey[] }

/** The checks and side effects of saving settings. */
async function settle(
  store: Dialect,
  db: Writer,
  { before, after, changed }: Saved,
  rules: SettingRules,
  context: RequestContext,
) {
  if (changed.some((key) => key.startsWith('sys_session_')))
    refuseIdleBeyondMax(overridden(rules.settings, after), changed)
  await auditSigning(store, db, { before, after, changed }, rules, context)
  if (changed.includes('sys_app_logo')) await changeLogo(store, db, before.sys_app_logo, after.sys_app_logo, context)
}

/** Settings of signing and measuring are also in the trail of quality control: approvals are judged by them. */
async function auditSigning(
  store: Dialect,
  db: Writer,
  { before, after, changed }: Saved,
  { settings, audit }: SettingRules,
  context: RequestContext,
) {
  const defaults = defaultsOf(settings)
  const inForce = (values: SystemSettings, key: SettingKey) => values[key] || (defaults[key] ?? '')
  const changes = changed
    .filter((key) => key.startsWith('qc_'))
    .map((field) => ({ field, old: inForce(before, field), new: inForce(after, field) }))
    .filter((change) => change.old !== change.new)
  if (changes.length > 0) await audit(store, db, context, changes)
}

/**
 * {@link saveSettings} for a setting that will be written as a parameter, with the other fields of a parameter.
 * @returns the value to write
 * @throws Refusal as {@link saveSettings}; 403 without the right to save settings
 */
export async function settleParameter(
  store: Dialect,
  db: Writer,
  { configKey, configValue }: { configKey: SettingKey; configValue: string | undefined },
  rules: SettingRules,
  context: RequestContext,
): Promise<string | undefined> {
  const tag = 'admin:sysConfigSet:update'
  if (!isAllowed(context.operator.permissions, [tag])) throw await forbidden(store, db, [tag])
  if (configValue === undefined) return undefined
  const before = await savedIn(store, db)
  const { data: value } = settingOf(configKey).form.safeParse(configValue)
  if (value === undefined) throw new Refusal(codes.badRequest, 'field.invalid').at('configValue')
  const changed = value === before[configKey] ? [] : [configKey]
  try {
    await settle(store, db, { before, after: { ...before, [configKey]: value }, changed }, rules, context)
  } catch (error) {
    throw error instanceof Refusal && error.field ? error.at('configValue') : error
  }
  return value
}

async function savedIn({ t: { configs } }: Dialect, db: Reader): Promise<SystemSettings> {
  const rows = await db.select().from(configs).where(inArray(configs.configKey, settingKeys))
  const saved = new Map(rows.map(({ configKey, configValue }) => [configKey, configValue]))
  const valueOf = (key: SettingKey) => (settingOf(key).isDropped ? '' : (saved.get(key) ?? ''))
  return Object.fromEntries(settingKeys.map((key) => [key, valueOf(key)])) as SystemSettings // of all keys
}

async function write({ t: { configs } }: Dialect, db: Writer, configKey: SettingKey, configValue: string, now: number) {
  const changed = await db
    .update(configs)
    .set({ configValue, updatedAt: laterThan(configs.updatedAt, now) })
    .where(eq(configs.configKey, configKey))
    .returning({ id: configs.configId })
  if (changed[0]) return changed[0].id
  const { title, isFrontend = false, isSecret = false } = settingOf(configKey)
  const values = {
    configKey,
    configValue,
    configName: text('zh', title),
    configType: 'Y',
    isFrontend,
    isSecret,
  } as const
  const [made] = await db
    .insert(configs)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning({ id: configs.configId })
  return made!.id
}

function refuseIdleBeyondMax({ sessionIdleMs, sessionMaxMs }: Settings, changed: SettingKey[]) {
  if (sessionIdleMs <= sessionMaxMs) return
  const field = changed.find((key) => key === 'sys_session_idleMinutes') ?? 'sys_session_maxMinutes'
  throw new Refusal(codes.badRequest, 'sysSet.idleBeyondMax', { max: sessionMaxMs / 60_000 }).at(field)
}
