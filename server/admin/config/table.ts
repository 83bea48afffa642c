import type { YesNo } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function configTables(k: Columns) {
  const configs = k.table(
    'sys_config',
    {
      configId: k.id('config_id'),
      configName: k.text('config_name').notNull(),
      configKey: k.text('config_key').notNull(),
      configValue: k.text('config_value').notNull(),
      /** The value can be written, but not read. */
      isSecret: k.bool('is_secret').notNull().default(false),
      /** Public, also before sign-in. */
      isFrontend: k.bool('is_frontend').notNull().default(false),
      /** `Y`: the product itself reads it. */
      configType: k.text('config_type').$type<YesNo>().notNull().default('N'),
      remark: k.text('remark').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_config_key').on(t.configKey)],
  )
  return { configs }
}
