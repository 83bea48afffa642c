import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { isIP } from 'node:net'
import { codes } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import type { Settings } from '../../env'
import { log } from '../log/index'
import type { Store } from '../store'
import type { AppEnv } from './app-env'
import { describedRoute } from './describe'
import { httpStatus } from './envelope'

/** Answers of the API must not be framed, sniffed or stored. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const apiHeaderList = Object.entries(apiHeaders)

/** The counters of requests and faults. */
type Meters = {
  requests: {
    began: () => void
    ended: (route: ReturnType<typeof describedRoute>, status: number, ms: number, at: number) => void
  }
  faults: { note: (error: unknown) => void }
}
type Parts = { store: Store; settings: Settings; now: () => number; watch: Meters }

/** Gives every request its variables, the headers of all answers, a place in the figures, and a line in the log. */
export const context = ({ store, settings, now, watch }: Parts) =>
  createMiddleware<AppEnv>(async function context(c, next) {
    const began = performance.now()
    keepVariables(c)
    watch.requests.began()
    const requestId = requestIdOf(c.req.header('x-request-id'))
    c.set('store', store)
    c.set('settings', settings)
    c.set('now', now())
    c.set('clock', now)
    c.set('requestId', requestId)
    c.set('locale', localeOf(c.req.header('accept-language')))
    c.set('address', addressOf(c, settings.trustedProxies))
    for (const [name, value] of apiHeaderList) c.header(name, value)
    if (settings.https) c.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    c.header('x-request-id', requestId)

    await next()

    if (c.req.raw.method === 'HEAD') await setContentLength(c)
    const ended = performance.now()
    const { address, code } = c.var
    watch.requests.ended(describedRoute(c), code === undefined ? c.res.status : httpStatus(code), ended - began, ended)
    if (c.error && code !== undefined && code >= codes.fault) watch.faults.note(c.error)
    if (!settings.logRequests) return
    const { method, path } = c.req
    const { operator } = c.var as { operator?: { userId: number } } // set only below `authenticate`
    const ms = Math.round((ended - began) * 10) / 10
    log('info', 'request', {
      requestId,
      method,
      path,
      status: c.res.status,
      code,
      ms,
      address,
      userId: operator?.userId,
    })
  })

/** Hono makes the object `c.var` anew at each of the twenty accesses per request; here it is made once. */
function keepVariables(c: Context<AppEnv>) {
  const variables: Record<string, unknown> = {}
  const set = (key: string, value: unknown) => void (variables[key] = value)
  const get = (key: string) => variables[key]
  c.set = set as typeof c.set
  c.get = get as typeof c.get
  Object.defineProperty(c, 'var', { value: variables })
}

/** The answer to HEAD states its length (RFC 9110, 8.6), unless the answer is written while it is sent. */
async function setContentLength(c: Context<AppEnv>) {
  if (c.res.headers.has('content-length')) return
  if (c.res.body === null) return c.header('transfer-encoding', 'chunked')
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.header('content-length', String(byteLength))
}

const requestIdOf = (header: string | undefined) =>
  header && /^[\w-]{8,64}$/.test(header) ? header : crypto.randomUUID()

function addressOf(c: Context<AppEnv>, trustedProxies: string[]): string {
  const peer = plain((c.env as AppEnv['Bindings'] | undefined)?.address ?? 'unknown')
  if (!trustedProxies.includes(peer)) return peer
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
  const caller = forwarded.map((part) => plain(part.trim())).findLast((address) => !trustedProxies.includes(address))
  return caller && isIP(caller) ? caller : peer
}

/** A listener for both families reports IPv4 addresses as IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The language of the answer: the most accepted language of `Accept-Language` that Caliper has, the first of equals.
 * Chinese if any language is accepted, or none of Caliper's.
 */
export function localeOf(languages: string | null | undefined): Locale {
  const accepted = (languages?.toLowerCase().split(',') ?? [])
    .map(rangeOf)
    .filter(({ locale, weight }) => locale && weight > 0)
  return accepted.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? 'zh'
}

/** `en-GB;q=0.8` */
function rangeOf(range: string): { locale: Locale | undefined; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1
  return { locale: spoken.get(tag.split('-')[0]!), weight: Number(weight) }
}

const spoken = new Map<string, Locale>([
  ['en', 'en'],
  ['zh', 'zh'],
  ['*', 'zh'],
])
