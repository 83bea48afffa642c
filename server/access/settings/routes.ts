import { Hono } from 'hono'
import { SettingDefaults, SettingsChange, SystemSettings } from '#shared/admin/config'
import { MASK, settingKeys, settingOf } from '#shared/access/settings-catalogue'
import { ChangedMeanwhile } from '#shared/list/page'
import type { SessionEnv } from '../session/session-env'
import { answers, refusesStale } from '../../platform/http/describe'
import { isForFamily, ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import { defaultsOf } from './policy'
import { saveSettings, systemSettings, type SettingRules } from './queries'

/** Forms of other front ends of the API family require these. Their values are not stored. */
const masked = Object.fromEntries(settingKeys.filter((key) => settingOf(key).isDropped).map((key) => [key, MASK]))

/** The system settings: name of the product and rules of its use. */
export const systemSettingsRoutes = (rules: SettingRules) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('system-settings', 'route.systemSettings.get', SystemSettings, SettingDefaults),
      permit('admin:sysConfigSet:list'),
      async (c) => {
        const saved = await systemSettings(c.var.store)
        const settings = isForFamily(c) ? { ...saved, ...masked } : saved
        return ok(c, settings, 'done.found', { defaults: defaultsOf(rules.settings) })
      },
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
