import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import {
  isSecretKey,
  type AppConfig,
  type Config,
  type ConfigChange,
  type ConfigInput,
  type ConfigQuery,
} from '#shared/schemas/config'
import type { Page } from '#shared/schemas/page'
import { isSettingKey, settingOf } from '#shared/settings-catalogue'
import { Refusal } from '../refusal'
import type { Store, Writer } from '../store'
import type { Tables } from '../tables'
import { allOrNone } from './all-or-none'
import { contains, equals, listing, mapBatches, type Filter, type Unpaged } from './listing'
import { changesOf, writeOperation, type Act } from './operation'
import { oneRow, statement } from './statement'
import { bringBack, discard } from './trash'
import { refuseTaken } from './unique'

type Row = Tables['configs']['$inferSelect']

/** What the product itself reads is built in, even where an older version has not written so. */
const isBuiltIn = ({ configKey, configType }: Pick<Row, 'configKey' | 'configType'>) =>
  configType === 'Y' || isSettingKey(configKey)

/** What is secret is written, never read. */
const configOf = ({ configId, isFrontend, createdAt, updatedAt, ...row }: Row): Config => ({
  ...row,
  id: configId,
  configType: isBuiltIn(row) ? 'Y' : 'N',
  configValue: isSecretKey(row.configKey) ? '' : row.configValue,
  isFrontend: isFrontend ? '1' : '0',
  isSecret: isSecretKey(row.configKey),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
})

const page = listing<ConfigQuery>()(({ dialect, db, t: { configs } }) => {
  const isFrontend: Filter = {
    ...equals(configs.isFrontend),
    bind: (given) => (dialect === 'sqlite' ? Number(given) : given), // what is bound is not translated by the column
  }
  return {
    rows: () => db.select().from(configs).$dynamic(),
    counted: configs,
    key: configs.configId,
    filters: {
      configName: contains(configs.configName),
      configKey: contains(configs.configKey),
      configType: equals(configs.configType),
      isFrontend,
    },
    orders: {
      id: configs.configId,
      configName: configs.configName,
      configKey: configs.configKey,
      configType: configs.configType,
      createdAt: configs.createdAt,
    },
    defaultOrder: [configs.configId],
  }
})

export async function listConfigs(store: Store, query: ConfigQuery): Promise<Page<Config>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(configOf) }
}

/** All parameters that the filters find, for a sheet. */
export const configBatches = (store: Store, query: Unpaged<ConfigQuery>) =>
  mapBatches(page.batches(store, query), configOf)

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.configs)
    .where(eq(t.configs.configId, bind('id'))),
)

export async function getConfig(store: Store, id: number): Promise<Config | undefined> {
  const row = await byId(store, { id })
  return row && configOf(row)
}

const byKey = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.configs)
    .where(eq(t.configs.configKey, bind('configKey'))),
)

export async function getConfigByKey(store: Store, configKey: string): Promise<Config | undefined> {
  const row = await byKey(store, { configKey })
  return row && configOf(row)
}

const frontend = statement(({ db, t }) =>
  db
    .select({ key: t.configs.configKey, value: t.configs.configValue })
    .from(t.configs)
    .where(eq(t.configs.isFrontend, true)),
)

/** The settings meant for the front end, by key. */
export async function appConfig(store: Store): Promise<AppConfig> {
  const rows = (await frontend(store)).filter(({ key }) => !isSecretKey(key))
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** @throws Refusal when the key is taken, or a secret would be public */
export const createConfig = (store: Store, input: ConfigInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const { configs } = store.t
    await refuseTakenKey(store, db, input.configKey)
    refusePublicSecret(input)
    const config = { ...input, ...(isSettingKey(input.configKey) && { configType: 'Y' as const }) }
    const values = { ...config, configValue: kept(config.configKey, config.configValue) }
    const [made] = await db
      .insert(configs)
      .values({ ...values, createdAt: act.now, updatedAt: act.now })
      .returning()
    await writeOperation(store, db, act, { ...entryOf(made!), action: 'create', after: values })
    return made!.configId
  })

/**
 * Changes a parameter. What is built in keeps its key; what the product itself reads stays built in.
 * @throws Refusal as {@link createConfig}, and when something built in would be made another
 */
export const updateConfig = (store: Store, configId: number, input: ConfigChange, act: Act) =>
  store.tx(async (db) => {
    const { configs } = store.t
    const [before] = await db.select().from(configs).where(eq(configs.configId, configId))
    if (!before) return undefined
    refuseOther(before, input)
    await refuseTakenKey(store, db, input.configKey, configId)
    refusePublicSecret({ ...before, ...input })
    const change = { ...input, configValue: nextValue(before, input) }
    await db
      .update(configs)
      .set({ ...change, updatedAt: act.now })
      .where(eq(configs.configId, configId))
    const changes = changesOf(before, change)
    await writeOperation(store, db, act, {
      ...entryOf({ ...before, ...input }),
      action: 'update',
      // by its key the log knows a secret
      before: { configKey: before.configKey, ...changes.before },
      after: { configKey: input.configKey, ...changes.after },
    })
    return configId
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there or built in */
export const deleteConfigs = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  store.tx(async (db) => {
    const { configs } = store.t
    for (const id of ids) {
      const [config] = await db.select().from(configs).where(eq(configs.configId, id))
      if (config && isBuiltIn(config)) throw builtIn(config)
    }
    return allOrNone(await discard(store, db, 'config', ids, act, ({ configName }) => String(configName)))
  })

/** @throws Refusal when one is not in the trash, or its key has been taken meanwhile */
export const restoreConfigs = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  store.tx(async (db) => allOrNone(await bringBack(store, db, 'config', ids, act)))

type ConfigSeed = { configKey: string; configName: string; configValue: string; isFrontend: boolean }

/** Writes a setting, whether or not it is there. For seeds. */
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

/** How the operation log names a parameter. */
const entryOf = ({ configId, configName }: Pick<Row, 'configId' | 'configName'>) => ({
  record: String(configId),
  name: configName,
})

/** What other clients set and nobody here reads is not kept: it may be a password. */
const kept = (configKey: string, value: string) =>
  isSettingKey(configKey) && settingOf(configKey).isDropped ? '' : value

/** A secret stays when nothing is sent for it, but not under a name that shows it. */
function nextValue(before: Row, { configKey, configValue }: ConfigChange): string {
  if (!isSecretKey(before.configKey)) return kept(configKey, configValue ?? before.configValue)
  if (configValue) return kept(configKey, configValue)
  return isSecretKey(configKey) ? before.configValue : ''
}

function refuseOther(before: Row, { configKey, configType }: ConfigChange) {
  if (isBuiltIn(before) && configKey !== before.configKey) throw builtIn(before).at('configKey')
  if (!isSettingKey(before.configKey) || (configType ?? 'Y') === 'Y') return
  throw new Refusal(codes.conflict, 'config.builtInType', { configKey }).at('configType')
}

const builtIn = ({ configKey }: Row) => new Refusal(codes.conflict, 'config.builtIn', { configKey })

function refusePublicSecret({ configKey, isFrontend }: { configKey: string; isFrontend?: boolean | undefined }) {
  if (isFrontend && isSecretKey(configKey)) {
    throw new Refusal(codes.badRequest, 'config.secretFrontend').at('isFrontend')
  }
}

const refuseTakenKey = ({ t: { configs } }: Store, db: Writer, configKey: string, exceptId?: number) =>
  refuseTaken(db, {
    table: configs,
    column: configs.configKey,
    value: configKey,
    id: configs.configId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'config.keyTaken', { configKey }).at('configKey'),
  })
