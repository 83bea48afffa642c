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
import { healthRoutes } from './routes/health'
import { loginRoutes, logoutRoutes, refreshRoutes } from './routes/login'
import { menuRoutes } from './routes/menu'
import { openApiRoutes } from './routes/openapi'
import { operatorRoutes } from './routes/operator'
import { roleRoutes, roleStatusRoutes } from './routes/role'
import { setupRoutes } from './routes/setup'
import { createThrottle } from './security/throttle'
import type { Store } from './store'

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
  app.route('/api', openApiRoutes(app))

  const api = app.basePath('/api/v1')
  const throttle = createThrottle()
  api.route('/', loginRoutes(throttle))
  api.route('/', appConfigRoutes)
  api.route('/', setupRoutes)

  api.use('*', authenticate)
  api.route('/', logoutRoutes)
  api.route('/', actingRoleRoutes)
  // Above: what answers with a token or takes a password, which `idempotency` must not keep.
  api.use('*', idempotency)
  api.route('/', errorLogRoutes())
  api.route('/', operatorRoutes)
  api.route('/', menuRoutes)
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
