import { eq } from 'drizzle-orm'
import type { AppConfig } from '#shared/schemas/config'
import type { Store } from '../store'
import { statement } from './statement'

const frontend = statement(({ db, t }) =>
  db
    .select({ key: t.configs.configKey, value: t.configs.configValue })
    .from(t.configs)
    .where(eq(t.configs.isFrontend, true)),
)

/** The settings meant for the front end, by key. */
export async function appConfig(store: Store): Promise<AppConfig> {
  return Object.fromEntries((await frontend(store)).map(({ key, value }) => [key, value]))
}

type ConfigInput = { configKey: string; configName: string; configValue: string; isFrontend: boolean }

/** Writes a setting, whether or not it is there. */
export const setConfig = (store: Store, config: ConfigInput) =>
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
