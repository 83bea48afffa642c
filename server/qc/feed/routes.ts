import { Hono, type Context } from 'hono'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { StreamQuery } from '#shared/qc/wall'
import type { Feed } from './'
import type { SubscribedType } from './subscription'
import type { SubscribeOptions } from './hub'
import type { AppEnv } from '../../platform/http/app-env'
import type { SessionEnv } from '../../access/session/session-env'
import { bearerOf } from '../../access/session/authenticate'
import { answersStream } from '../../platform/http/describe'
import { forDisplays, findDisplay, type KnownDisplay } from '../wall/display'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { scopeOf } from '../../access/department/data-scope'
import { policyOf } from '../../access/settings/policy'
import { productIdOf } from '../product/list'
import { findApiToken } from '../../access/api-token/find'
import { liveSession, type Life } from '../../access/session/queries'
import type { Store } from '../../platform/store'

/** The permissions for each type of event: one of those with which the same is readable elsewhere. */
const eventTags = {
  record: ['qc:record:list', 'qc:analysis:list', 'qc:bigscreen:list'],
  signal: ['qc:signal:list', 'qc:analysis:list', 'qc:bigscreen:list'],
  kpi: ['qc:bigscreen:list'],
} as const satisfies Record<SubscribedType, readonly PermissionTag[]>
/** The permissions to subscribe; one is enough. */
export const streamTags = ['qc:record:list', 'qc:signal:list', 'qc:analysis:list', 'qc:bigscreen:list'] as const
const eventTypes = Object.keys(eventTags) as SubscribedType[] // they are written above

/** Changes of records and signals, live. */
export const qcStreamRoutes = (feed: Feed) =>
  new Hono<SessionEnv>().get(
    '/',
    answersStream('qc-stream', 'route.qcStream.listen'),
    permit(...streamTags),
    validate('query', StreamQuery),
    async (c) => {
      const { product } = c.req.valid('query')
      const productId = product === undefined ? undefined : found(await productIdOf(c.var.store, product))
      return stream(c, feed, await operatorSubscription(c.var, bearerOf(c.req.header('authorization'))!, productId))
    },
  )

type SessionContext = Pick<SessionEnv['Variables'], 'store' | 'settings' | 'operator'>

/** Keeps no reference to the request, because the subscription may last for hours. */
async function operatorSubscription(
  { store, settings, operator }: SessionContext,
  token: string,
  productId: number | undefined,
) {
  const { userId, permissions, accessStamp } = operator
  const scope = await scopeOf(store, operator)
  return {
    productId,
    scope,
    types: eventTypes.filter((kind) => isAllowed(permissions, eventTags[kind])),
    holder: `user ${userId}`,
    credential: token,
    async allowedUntil(now: number) {
      const policy = await policyOf(store, settings)
      const again = await liveAccess(store, token, now, policy)
      if (again?.operator.accessStamp !== accessStamp) return 0
      if (JSON.stringify(await scopeOf(store, again.operator)) !== JSON.stringify(scope)) return 0
      return again.until
    },
  }
}

/** The operator of a session's or a program's token, and the latest end of its access. */
async function liveAccess(store: Store, token: string, now: number, policy: Life) {
  const program = await findApiToken(store, token, now)
  if (program) return program.operator && { operator: program.operator, until: program.row.expiresAt ?? Infinity }
  const session = await liveSession(store, token, now, policy)
  if (typeof session === 'string') return undefined
  return { operator: session, until: Math.min(session.endsAt, session.lastSeenAt + policy.sessionIdleMs) }
}

/** {@link operatorSubscription} for a wall display: its product line, in the data scope of the creator of its link. */
export const displayStream = (feed: Feed) =>
  forDisplays(async (c, display) =>
    stream(c, feed, displaySubscription(c.var.store, bearerOf(c.req.header('authorization'))!, display)),
  )

const displaySubscription = (store: Store, token: string, { displayId, productId, scope }: KnownDisplay) => ({
  productId,
  scope,
  types: eventTypes,
  holder: `display ${displayId}`,
  credential: token,
  async allowedUntil(now: number) {
    const again = await findDisplay(store, token, now)
    if (!again || again === 'suspended') return 0
    return JSON.stringify(again.scope) === JSON.stringify(scope) ? (again.expiresAt ?? Infinity) : 0
  },
})

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  /** Without it, a proxy collects data before it passes any on. */
  'x-accel-buffering': 'no',
}

function stream<Env extends AppEnv | SessionEnv>(
  c: Context<Env>,
  feed: Feed,
  options: Omit<SubscribeOptions, 'lastId' | 'signal'>,
): Response {
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers)
  const { signal } = c.req.raw
  const lastId = lastIdOf(c.req.header('last-event-id'))
  return c.body(feed.subscribe({ ...options, lastId, signal }), 200, headers)
}

/** An id of a foreign form is handled like one that is too old. */
const lastIdOf = (given: string | undefined) => {
  if (given === undefined || given === '') return undefined
  return /^\d{1,15}$/.test(given) ? Number(given) : -1
}
