import { Hono } from 'hono'
import { z } from 'zod'
import { isAllowed } from '#shared/permissions'
import {
  AppConfig,
  Config,
  ConfigChange,
  ConfigInput,
  ConfigKeyParam,
  ConfigQuery,
  ConfigValue,
} from '#shared/admin/config'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import { isSettingKey, settingOf } from '#shared/access/settings-catalogue'
import type { Settings } from '../../env'
import type { AppEnv, SessionEnv } from '../../platform/http/app-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../../access/permission/permit'
import { exportQuery, sendSheet } from '../../access/crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { appConfig } from '../../access/settings/app-config'
import { configBatches, getConfig, getConfigByKey, listConfigs } from './queries'
import { createConfig, deleteConfigs, restoreConfigs, updateConfig } from './write'
import { isWithoutUsers } from '../../access/user/queries'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor } from '../../platform/sheets/words'

export const appConfigRoutes = new Hono<AppEnv>().get(
  '/app-config',
  answers('config', 'Settings of the front end, for anyone', AppConfig),
  async (c) => {
    const { store, settings } = c.var
    const config = await appConfig(store)
    const isNew = await isWithoutUsers(store)
    return ok(c, {
      ...config,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      sys_login_passLength: String(settings.minPasswordLength),
      // whatever a parameter of that name may say
      setup_required: isNew ? '1' : undefined,
      wecom_enabled: settings.wecom ? '1' : undefined,
      ...(settings.mode === 'production' && { demo_accounts: undefined }),
    })
  },
)

/** `settings` are those of the environment. */
export const configRoutes = (settings: Settings) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('config', 'List parameters', pageOf(Config)),
      permit('admin:sysConfig:list'),
      validate('query', ConfigQuery),
      async (c) => {
        const page = await listConfigs(c.var.store, c.req.valid('query'))
        return ok(c, page)
      },
    )
    .get(
      '/export',
      answersSheet('config', 'Export parameters'),
      permit('admin:sysConfig:export'),
      validate('query', exportQuery(ConfigQuery)),
      (c) => {
        const { format, ...query } = c.req.valid('query')
        const batches = configBatches(c.var.store, query)
        return sendSheet(c, { name: 'parameters', title: 'config.title', format, columns: exported, batches })
      },
    )
    .get(
      '/:id',
      answers('config', 'One parameter', Config),
      permit('admin:sysConfig:query'),
      validate('param', IdParam),
      async (c) => {
        const config = await getConfig(c.var.store, c.req.valid('param').id)
        return ok(c, found(config))
      },
    )
    .post(
      '/',
      answers('config', 'Create a parameter', z.int()),
      permit('admin:sysConfig:add'),
      validate('json', ConfigInput),
      async (c) => {
        const id = await createConfig(c.var.store, c.req.valid('json'), settings, c.var.act)
        return ok(c, id, 'done.created')
      },
    )
    .put(
      '/:id',
      answers('config', 'Change a parameter', z.int()),
      permit('admin:sysConfig:edit'),
      validate('param', IdParam),
      validate('json', ConfigChange),
      async (c) => {
        const { id } = c.req.valid('param')
        const changed = await updateConfig(c.var.store, id, c.req.valid('json'), settings, c.var.act)
        return ok(c, found(changed), 'done.updated')
      },
    )
    .delete(
      '/',
      answers('config', 'Delete parameters that are not built in', z.array(z.int())),
      permit('admin:sysConfig:remove'),
      validate('json', IdsBody),
      async (c) => {
        const ids = await deleteConfigs(c.var.store, c.req.valid('json').ids, c.var.act)
        return ok(c, ids, 'done.deleted')
      },
    )
    .post(
      '/restore',
      answers('config', 'Bring back deleted parameters', z.array(z.int())),
      permit('admin:sysConfig:remove'),
      validate('json', IdsBody),
      async (c) => {
        const ids = await restoreConfigs(c.var.store, c.req.valid('json').ids, c.var.act)
        return ok(c, ids, 'done.restored')
      },
    )

/**
 * One parameter by its key: public ones for any signed-in user, others for who may read parameters. What is not told to
 * somebody is not there. Clients of the family ask for one that is always empty, whoever is signed in.
 */
export const configKeyRoutes = new Hono<SessionEnv>().get(
  '/:key',
  answers('config', 'The value of a parameter', ConfigValue),
  validate('param', ConfigKeyParam),
  async (c) => {
    const { key } = c.req.valid('param')
    const { configKey, configValue, isFrontend } = found(await getConfigByKey(c.var.store, key))
    const isForAll = isFrontend === '1' || (isSettingKey(key) && settingOf(key).isDropped)
    const isTold = isForAll || isAllowed(c.var.operator.permissions, ['admin:sysConfig:query'])
    return ok(c, found(isTold ? { configKey, configValue } : undefined))
  },
)

const exported: SheetColumn<Config>[] = [
  { title: 'config.name', value: ({ configName }) => configName },
  { title: 'config.key', value: ({ configKey }) => configKey },
  { title: 'config.value', value: ({ configValue }) => configValue },
  {
    title: 'config.type',
    value: ({ configType }, locale) => wordFor(locale, { Y: 'config.typeY', N: 'config.typeN' }, configType),
  },
  {
    title: 'config.isFrontend',
    value: ({ isFrontend }, locale) =>
      wordFor(locale, { '1': 'config.frontendY', '0': 'config.frontendN' }, isFrontend),
  },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
  {
    title: 'config.isSecret',
    value: ({ isSecret }, locale) =>
      wordFor(locale, { true: 'config.secretY', false: 'config.secretN' }, String(isSecret)),
  },
]
