import { eq } from 'drizzle-orm'
import type { AppConfig } from '#shared/schemas/config'
import { isSecretName } from '#shared/secret'
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
  const rows = (await frontend(store)).filter(({ key }) => !isSecretName(key))
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
