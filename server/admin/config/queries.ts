import { and, eq } from 'drizzle-orm'
import { type AppConfig, Config, ConfigChange, ConfigInput, ConfigQuery } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import { settingKeys, settingOf } from '#shared/access/settings-catalogue'
import { recordReader } from '../../access/crud/record-reader'
import { equals, readBy } from '../../platform/list/listing'
import { oneRow, statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'

const forOthers = settingKeys.filter((key) => settingOf(key).isForOthers)

type Row = Tables['configs']['$inferSelect']

/** Secrets can be written, but not read. */
export const configOf = ({ configId, isFrontend, ...row }: Row): Config => ({
  ...row,
  id: configId,
  configValue: row.isSecret ? '' : row.configValue,
  isFrontend: isFrontend ? '1' : '0',
  ...stampsOf(row),
})

export const configSchemas = { row: Config, input: ConfigInput, change: ConfigChange, query: ConfigQuery }

export const configReader = recordReader(config, configSchemas, {
  table: 'configs',
  answer: configOf,
  columns: ({ configId }) => ({ id: configId }),
  filters: ({ isFrontend, configKey }, { dialect }) => ({
    // bound values are not converted by the column
    isFrontend: { ...equals(isFrontend), bind: (value) => (dialect === 'sqlite' ? Number(value) : value) },
    use: readBy(configKey, forOthers),
  }),
  defaultOrder: ({ configId }) => [configId],
})

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
    .where(and(eq(t.configs.isFrontend, true), eq(t.configs.isSecret, false))),
)

/** The settings for the front end, by key. */
export async function appConfig(store: Store): Promise<AppConfig> {
  const rows = await frontend(store)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
