import { Hono } from 'hono'
import type { SessionEnv } from '../../access/session/session-env'
import { tokenGate } from '../../access/api-token/gate'
import { authenticate } from '../../access/session/authenticate'
import { choosePassword } from '../../access/login/choose-password'
import { answersText } from '../../platform/http/describe'
import { operations } from '../../access/operation-log/middleware'
import { permit } from '../../access/permission/permit'
import { policy } from '../../access/settings/policy'
import type { Watch } from '../watch'
import { EXPOSITION_TYPE, expositionOf } from '../watch/exposition'

/** The figures in Prometheus' format, for callers with the permission. Programs can use the separate port instead. */
export const metricsRoutes = (watch: Watch) =>
  new Hono<SessionEnv>()
    .use('/metrics', policy, authenticate, operations(), tokenGate, choosePassword)
    .get('/metrics', answersText('monitor', 'route.monitor.metrics'), permit('sysTools:metrics:list'), async (c) =>
      c.body(expositionOf(await watch.figures()), 200, { 'content-type': EXPOSITION_TYPE }),
    )
