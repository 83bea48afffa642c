import { Hono } from 'hono'
import { AppConfig } from '#shared/schemas/config'
import type { AppEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { appConfig } from '../queries/config'
import { isWithoutUsers } from '../queries/user'

export const appConfigRoutes = new Hono<AppEnv>().get(
  '/app-config',
  answers('config', 'Settings of the front end, for anyone', AppConfig),
  async (c) => {
    const config = await appConfig(c.var.store)
    const isNew = await isWithoutUsers(c.var.store)
    const isWecomEnabled = c.var.settings.wecom !== undefined
    return ok(c, {
      ...config,
      ...(isNew && { setup_required: '1' }),
      ...(isWecomEnabled && { wecom_enabled: '1' }),
    })
  },
)
