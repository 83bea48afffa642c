import { and, eq } from 'drizzle-orm'
import type { AppConfig } from '#shared/admin/config'
import type { Store } from '../../platform/store'
import { statement } from '../../platform/list/statement'

const frontend = statement(({ db, t }) =>
  db
    .select({ key: t.configs.configKey, value: t.configs.configValue })
    .from(t.configs)
    .where(and(eq(t.configs.isFrontend, true), eq(t.configs.isSecret, false))),
)

/** The settings meant for the front end, by key. */
export async function appConfig(store: Store): Promise<AppConfig> {
  const rows = await frontend(store)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
