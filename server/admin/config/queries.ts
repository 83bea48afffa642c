import { eq, getTableColumns } from 'drizzle-orm'
import type { Config, ConfigQuery } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import type { Page } from '#shared/list/page'
import { settingKeys, settingOf } from '#shared/access/settings-catalogue'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { declaredList } from '../../platform/list/declared'
import { equals, listing, mapBatches, readBy, type Filter, type Unpaged } from '../../platform/list/listing'
import { oneRow } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

const forOthers = settingKeys.filter((key) => settingOf(key).isForOthers)

type Row = Tables['configs']['$inferSelect']

/** What is secret is written, never read. */
export const configOf = ({ configId, isFrontend, ...row }: Row): Config => ({
  ...row,
  id: configId,
  configValue: row.isSecret ? '' : row.configValue,
  isFrontend: isFrontend ? '1' : '0',
  ...stampsOf(row),
})

const page = listing<ConfigQuery>()((store) => {
  const { dialect, db } = store
  const { configs } = store.t
  const { filters, orders } = declaredList(config, { ...getTableColumns(configs), id: configs.configId }, store)
  const isFrontend: Filter = {
    ...equals(configs.isFrontend),
    bind: (given) => (dialect === 'sqlite' ? Number(given) : given), // what is bound is not translated by the column
  }
  return {
    rows: () => db.select().from(configs).$dynamic(),
    counted: configs,
    key: configs.configId,
    filters: { ...filters, isFrontend, use: readBy(configs.configKey, forOthers) },
    orders,
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
