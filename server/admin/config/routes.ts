import { Hono } from 'hono'
import { config } from '#shared/admin/config-resource'
import { isAllowed } from '#shared/permissions'
import { AppConfig, ConfigKeyParam, ConfigValue } from '#shared/admin/config'
import { isSettingKey, settingOf } from '#shared/access/settings-catalogue'
import { DEFAULT_LOGO } from '../../access/files/default-pictures'
import type { SettingRules } from '../../access/settings/queries'
import type { AppEnv } from '../../platform/http/app-env'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { crud } from '../../access/crud/crud'
import { isForFamily, ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { validate } from '../../platform/http/validate'
import { appConfig, configReader, configSchemas, getConfigByKey } from './queries'
import { createConfig, deleteConfigs, restoreConfigs, updateConfig } from './write'
import { isWithoutUsers } from '../../access/user/queries'

export const appConfigRoutes = new Hono<AppEnv>().get(
  '/app-config',
  answers('config', 'route.config.frontend', AppConfig),
  async (c) => {
    const { store, settings } = c.var
    const config = await appConfig(store)
    const isNew = await isWithoutUsers(store)
    return ok(c, {
      ...config,
      ...(isForFamily(c) && isOurLogo(config['sys_app_logo']) && { sys_app_logo: DEFAULT_LOGO }),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      sys_login_passLength: String(settings.minPasswordLength),
      qc_photosPerRecord: String(settings.photosPerRecord),
      qc_photoKilobytes: String(Math.floor(settings.photoBytes / 1024)),
      // in place of parameters with these names
      setup_required: isNew ? '1' : undefined,
      backup_job: store.dialect === 'postgres' ? '0' : undefined,
      wecom_enabled: settings.wecom ? '1' : undefined,
      ...(settings.mode === 'production' && { demo_accounts: undefined }),
    })
  },
)

/** The logo is beside the pages, where other front ends have their own. */
const isOurLogo = (path: string | undefined) => !path || path === '/logo.svg'

export const configRoutes = (rules: SettingRules) =>
  crud(config, configSchemas, {
    ...configReader,
    create: (store, input, context) => createConfig(store, input, rules, context),
    update: (store, id, change, context) => updateConfig(store, id, change, rules, context),
    remove: deleteConfigs,
    restore: (store, ids, context) => restoreConfigs(store, ids, rules, context),
  })

/**
 * One parameter by its key: public ones for any signed-in user, others for readers of parameters; for everyone else
 * they do not exist. Clients of the family read one that is always empty, for every user.
 */
export const configKeyRoutes = new Hono<SessionEnv>().get(
  '/:key',
  answers('config', 'route.config.byKey', ConfigValue),
  validate('param', ConfigKeyParam),
  async (c) => {
    const { key } = c.req.valid('param')
    const { configKey, configValue, isFrontend } = found(await getConfigByKey(c.var.store, key))
    const isForAll = isFrontend === '1' || (isSettingKey(key) && settingOf(key).isDropped)
    const isReadable = isForAll || isAllowed(c.var.operator.permissions, ['admin:sysConfig:query'])
    return ok(c, found(isReadable ? { configKey, configValue } : undefined))
  },
)
