import { createMiddleware } from 'hono/factory'
import type { Settings } from '../../env'
import type { AppEnv } from './app-env'

/** Request headers of clients that browsers do not allow by default. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'x-envelope-status',
  'x-idle',
  'x-request-id',
  'x-requested-with',
  'x-swap-key',
  'x-user',
]
/** Further headers of the test backend. */
export const TEST_KEY_HEADER = 'x-caliper-test'
export const FAULT_HEADER = 'x-caliper-fault'
/** Answer headers for clients that browsers do not expose by default. */
const ANSWER_HEADERS = [
  'content-disposition',
  'etag',
  'retry-after',
  'www-authenticate',
  'x-access',
  'x-permissions',
  'x-request-id',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const PREFLIGHT_SECONDS = 600

type CorsSettings = Pick<Settings, 'allowedOrigins' | 'mode'>

/** The headers that let a page of `origin` read an answer; none for other origins. Cookies are never allowed (S56). */
export function corsHeaders(
  origin: string | null | undefined,
  { allowedOrigins }: Pick<Settings, 'allowedOrigins'>,
): Record<string, string> {
  if (allowedOrigins.length === 0) return {}
  const isAllowed = origin && allowedOrigins.includes(origin)
  return {
    vary: 'Origin',
    ...(isAllowed && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': ANSWER_HEADERS.join(', '),
    }),
  }
}

/**
 * Lets pages of the allowed origins call the API with a bearer token. A preflight of another origin is refused like any
 * unknown method, so that nothing changes without the setting.
 */
export const cors = (settings: CorsSettings) =>
  createMiddleware<AppEnv>(async function cors(c, next) {
    const { vary, ...headers } = corsHeaders(c.req.header('origin'), settings)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
    if (isPreflight && 'access-control-allow-origin' in headers) {
      const tests = settings.mode === 'ephemeral' ? [TEST_KEY_HEADER, FAULT_HEADER] : []
      c.header('access-control-allow-methods', METHODS.join(', '))
      c.header('access-control-allow-headers', [...REQUEST_HEADERS, ...tests].join(', '))
      c.header('access-control-max-age', String(PREFLIGHT_SECONDS))
      c.header('vary', vary)
      return c.body(null, 204)
    }
    await next()
    if (vary) c.header('vary', vary, { append: true })
  })
