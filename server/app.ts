import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { codes } from '#shared/envelope'
import type { Settings } from './env'
import type { AppEnv } from './http/app-env'
import { authenticate } from './http/authenticate'
import { context } from './http/context'
import { onError } from './http/error'
import { idempotency } from './http/idempotency'
import { Refusal } from './refusal'
import { actingRoleRoutes } from './routes/acting-role'
import { appConfigRoutes } from './routes/config'
import { errorLogRoutes } from './routes/error-log'
import { fileRoutes } from './routes/file'
import { healthRoutes } from './routes/health'
import { loginRoutes, logoutRoutes, refreshRoutes } from './routes/login'
import { loginLogRoutes, ownLoginLogRoutes } from './routes/login-log'
import { menuRoutes } from './routes/menu'
import { messengerRoutes } from './routes/messenger'
import { openApiRoutes } from './routes/openapi'
import { operatorRoutes } from './routes/operator'
import { ownPasswordRoutes, profileRoutes } from './routes/profile'
import { roleRoutes, roleStatusRoutes } from './routes/role'
import { ownSessionRoutes, sessionRoutes } from './routes/session'
import { setupRoutes } from './routes/setup'
import { wechatRoutes } from './routes/wechat'
import { createQrSignIns } from './security/qr-sign-in'
import { createThrottle } from './security/throttle'
import type { Store } from './store'
import { createWecom } from './wecom/client'

const MAX_BODY_BYTES = 1024 * 1024

type Parts = { store: Store; settings: Settings; now?: () => number }

/**
 * The whole API in reading order: what every request passes, what is open to anyone,
 * and, below `authenticate`, what needs a session. A route added at the end is private.
 */
export function createApp({ store, settings, now = Date.now }: Parts) {
  const app = new Hono<AppEnv>()
    .use(context({ store, settings, now }))
    .use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }))
  app.notFound(noSuchAddress)
  app.onError(onError)

  app.route('/', healthRoutes)
  app.route('/', refreshRoutes)
  app.route('/', fileRoutes)
  app.route('/api', openApiRoutes(app))

  const api = app.basePath('/api/v1')
  const throttle = createThrottle()
  const qr = createQrSignIns()
  const wecom = settings.wecom && createWecom(settings.wecom, now)
  api.route('/', loginRoutes(throttle, settings.captcha))
  api.route('/', wechatRoutes(qr, wecom))
  api.route('/', appConfigRoutes)
  api.route('/', setupRoutes)

  api.use('*', authenticate)
  api.route('/', logoutRoutes)
  api.route('/', actingRoleRoutes)
  api.route('/', ownPasswordRoutes(throttle))
  api.route('/', messengerRoutes(qr, wecom, throttle))
  // Above: what answers with a token or takes a password, which `idempotency` must not keep.
  api.use('*', idempotency)
  api.route('/', errorLogRoutes())
  api.route('/', operatorRoutes)
  api.route('/', menuRoutes)
  api.route('/', profileRoutes)
  api.route('/user/session', ownSessionRoutes)
  api.route('/user/login-log', ownLoginLogRoutes)
  api.route('/sys-session', sessionRoutes)
  api.route('/sys-login-log', loginLogRoutes)
  api.route('/role', roleRoutes)
  api.route('/role-status', roleStatusRoutes)
  return app
}

const tooLarge = () => {
  throw new Refusal(codes.tooLarge, 'error.tooLarge')
}
const noSuchAddress = () => {
  throw new Refusal(codes.notFound, 'error.noSuchAddress')
}
