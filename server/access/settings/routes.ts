import { Hono } from 'hono'
import { SettingDefaults, SettingsChange, SystemSettings } from '#shared/admin/config'
import { ChangedMeanwhile } from '#shared/list/page'
import type { SessionEnv } from '../session/session-env'
import { answers, refusesStale } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import { defaultsOf } from './policy'
import { saveSettings, systemSettings, type SettingRules } from './queries'

/** What the product is called and how it is to be used. */
export const systemSettingsRoutes = (rules: SettingRules) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('system-settings', 'route.systemSettings.get', SystemSettings, SettingDefaults),
      permit('admin:sysConfigSet:list'),
      async (c) => ok(c, await systemSettings(c.var.store), 'done.found', { defaults: defaultsOf(rules.settings) }),
    )
    .put(
      '/',
      answers('system-settings', 'route.systemSettings.update'),
      refusesStale(ChangedMeanwhile),
      permit('admin:sysConfigSet:update'),
      validate('json', SettingsChange),
      async (c) => {
        await saveSettings(c.var.store, c.req.valid('json'), rules, c.var.context)
        return ok(c, null, 'done.updated')
      },
    )
