import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { type ConfigChange, type ConfigInput } from '#shared/admin/config'
import { isSettingKey, settingOf } from '#shared/access/settings-catalogue'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { configOf } from './queries'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { settleParameter, type SettingRules } from '../../access/settings/queries'
import { moveToTrash, restoreFromTrash, type PartsOf } from '../../access/trash/queries'
import { refuseTaken } from '../../platform/list/unique'
import { config } from '#shared/admin/config-resource'

const configParts: PartsOf = ({ configs }) => ({
  resource: config,
  own: { table: configs, of: configs.configId },
})

type Row = Tables['configs']['$inferSelect']

/** Other front ends of the API family mark any parameter as built-in. Here only those that the product reads are. */
const isBuiltIn = ({ configKey }: Row) => isSettingKey(configKey)

/** Parameters that the product reads are built-in. The catalogue says which are secret. */
const settledBy = (configKey: string) =>
  isSettingKey(configKey) && { configType: 'Y' as const, isSecret: settingOf(configKey).isSecret ?? false }

/** @throws Refusal if the key is taken, a secret would be public, or a setting is not the operator's to save */
export const createConfig = (
  store: Store,
  input: ConfigInput,
  rules: SettingRules,
  context: RequestContext,
): Promise<number> =>
  store.tx(async (db) => {
    const { configs } = store.t
    await refuseTakenKey(store, db, input.configKey)
    const value = await settled(store, db, input, rules, context)
    const configValue = storedValue(input.configKey, value ?? '')
    const values = { ...input, ...settledBy(input.configKey), configValue }
    refusePublicSecret(values)
    const [made] = await db
      .insert(configs)
      .values({ ...values, createdAt: context.now, updatedAt: context.now })
      .returning()
    await rules.seal(store, db, context, [made!.configId])
    await writeOperation(store, db, context, { ...entryOf(made!), action: 'create', after: values })
    return made!.configId
  })

/**
 * Changes a parameter. A built-in one keeps its key and stays built-in.
 * @throws Refusal as {@link createConfig}, if a built-in parameter would become another, and if a secret would become
 * readable without a new value
 */
export const updateConfig = (
  store: Store,
  configId: number,
  input: ConfigChange,
  rules: SettingRules,
  context: RequestContext,
) =>
  store.tx(async (db) => {
    const { configs } = store.t
    const [before] = await db.select().from(configs).where(eq(configs.configId, configId))
    if (!before) throw notFound()
    const present = { fields: configOf(before), record: String(configId), readBy: ['admin:sysConfig:query'] } as const
    const sent = await unlessChanged(store, db, context, input, present)
    const { configKey = before.configKey, configValue } = sent
    refuseChangeOfBuiltIn(before, { configKey, configType: sent.configType ?? before.configType })
    await refuseTakenKey(store, db, configKey, configId)
    const value = await settled(store, db, { configKey, configValue }, rules, context)
    const fields = { ...sent, ...settledBy(configKey) }
    const { isSecret = before.isSecret } = fields
    const change = { ...fields, configValue: nextValue(before, { configKey, isSecret, configValue: value }) }
    refusePublicSecret({ ...before, ...change })
    await db
      .update(configs)
      .set({ ...change, updatedAt: laterThan(configs.updatedAt, context.now) })
      .where(eq(configs.configId, configId))
    const changes = changesOf(before, change)
    if ('configValue' in changes.after || 'configKey' in changes.after) await rules.seal(store, db, context, [configId])
    const loggedSide = (row: Pick<Row, 'configKey' | 'isSecret'>, side: object) => ({
      configKey: row.configKey,
      ...side,
      ...((before.isSecret || isSecret) && { isSecret: row.isSecret }), // tells the log to leave the value out
    })
    await writeOperation(store, db, context, {
      ...entryOf({ ...before, ...sent }),
      action: 'update',
      before: loggedSide(before, { ...changes.before, ...(isSecret && 'configValue' in changes.before && hidden) }),
      after: loggedSide({ configKey, isSecret }, changes.after),
    })
    return configId
  })

/** Deletes all of `ids` or none. @throws Refusal if one does not exist or is built-in */
export const deleteConfigs = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { configs } = store.t
    for (const id of ids) {
      const [config] = await db.select().from(configs).where(eq(configs.configId, id))
      if (config && isBuiltIn(config)) throw builtIn(config)
    }
    return moveToTrash(store, db, configParts, ids, context)
  })

/** @throws Refusal if one is not in the trash, or its key is taken */
export const restoreConfigs = (
  store: Store,
  ids: number[],
  rules: SettingRules,
  context: RequestContext,
): Promise<number[]> =>
  store.tx(async (db) => {
    const back = await restoreFromTrash(store, db, configParts, ids, context)
    await rules.seal(store, db, context, back) // one may have become a setting since it was deleted
    return back
  })

type ConfigSeed = { configKey: string; configName: string; configValue: string; isFrontend: boolean }

/** Inserts or updates a setting. For seeds. */
export const setConfig = (store: Store, config: ConfigSeed) =>
  store.tx(async (db) => {
    const { configs } = store.t
    const updatedAt = Date.now()
    const changed = await db
      .update(configs)
      .set({ ...config, updatedAt })
      .where(eq(configs.configKey, config.configKey))
      .returning()
    if (changed.length === 0) await db.insert(configs).values({ ...config, createdAt: updatedAt, updatedAt })
  })

type Valued = Pick<ConfigInput, 'configKey'> & Pick<ConfigChange, 'configValue'>

/** The value to write. A setting that the product reads is checked by the rules of settings. */
const settled = async (store: Dialect, db: Writer, input: Valued, rules: SettingRules, context: RequestContext) =>
  isSettingKey(input.configKey)
    ? settleParameter(store, db, { configKey: input.configKey, configValue: input.configValue }, rules, context)
    : input.configValue

/** A parameter's name in the operation log. */
const entryOf = ({ configId, configName }: Pick<Row, 'configId' | 'configName'>) => ({
  record: String(configId),
  name: configName,
})

/** Settings that other clients set and nothing here reads are not stored: the value may be a password. */
const storedValue = (configKey: string, value: string) =>
  isSettingKey(configKey) && settingOf(configKey).isDropped ? '' : value

/** The logged old value of a value that has just become a secret. */
const hidden = { configValue: '***' }

/** A secret stays if no value is sent for it. It must be replaced before it becomes readable. */
function nextValue(before: Row, { configKey, configValue, isSecret }: Valued & { isSecret: boolean }): string {
  if (!before.isSecret) return storedValue(configKey, configValue ?? before.configValue)
  if (configValue) return storedValue(configKey, configValue)
  if (isSecret || before.configValue === '') return before.configValue
  throw new Refusal(codes.badRequest, 'config.secretAgain').at('configValue')
}

function refuseChangeOfBuiltIn(before: Row, { configKey, configType }: Pick<ConfigInput, 'configKey' | 'configType'>) {
  if (isBuiltIn(before) && configKey !== before.configKey) throw builtIn(before).at('configKey')
  if (!isSettingKey(before.configKey) || configType === 'Y') return
  throw new Refusal(codes.conflict, 'config.builtInType', { configKey }).at('configType')
}

const builtIn = ({ configKey }: Row) => new Refusal(codes.conflict, 'config.builtIn', { configKey })

function refusePublicSecret({ isSecret, isFrontend }: Pick<ConfigChange, 'isSecret' | 'isFrontend'>) {
  if (isFrontend && isSecret) {
    throw new Refusal(codes.badRequest, 'config.secretFrontend').at('isFrontend')
  }
}

const refuseTakenKey = ({ t: { configs } }: Dialect, db: Writer, configKey: string, exceptId?: number) =>
  refuseTaken(db, {
    table: configs,
    column: configs.configKey,
    value: configKey,
    id: configs.configId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'config.keyTaken', { configKey }).at('configKey'),
  })
