import { Hono, type Context } from 'hono'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { StreamQuery } from '#shared/qc/wall'
import type { Feed } from './'
import type { HeardType } from './listener'
import type { Listener } from './hub'
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
import { liveSession } from '../../access/session/queries'
import type { Store } from '../../platform/store'

/** Who hears of what; each of them may read the same elsewhere. */
const hearers = {
  record: ['qc:record:list', 'qc:analysis:list', 'qc:bigscreen:list'],
  signal: ['qc:signal:list', 'qc:analysis:list', 'qc:bigscreen:list'],
  kpi: ['qc:bigscreen:list'],
} as const satisfies Record<HeardType, readonly PermissionTag[]>
/** Who may hear of anything. */
export const streamTags = ['qc:record:list', 'qc:signal:list', 'qc:analysis:list', 'qc:bigscreen:list'] as const
const kinds = Object.keys(hearers) as HeardType[] // they are written above

/** What happens to records and signals, as it happens. */
export const qcStreamRoutes = (feed: Feed) =>
  new Hono<SessionEnv>().get(
    '/',
    answersStream('qc-stream', 'route.qcStream.listen'),
    permit(...streamTags),
    validate('query', StreamQuery),
    async (c) => {
      const { product } = c.req.valid('query')
      const productId = product === undefined ? undefined : found(await productIdOf(c.var.store, product))
      return stream(c, feed, await byOperator(c.var, bearerOf(c.req.header('authorization'))!, productId))
    },
  )

type Asked = Pick<SessionEnv['Variables'], 'store' | 'settings' | 'operator'>

/** Apart from the request, of which nothing is kept for as long as somebody listens. */
async function byOperator({ store, settings, operator }: Asked, token: string, productId: number | undefined) {
  const { userId, permissions, accessStamp } = operator
  const scope = await scopeOf(store, operator)
  return {
    productId,
    scope,
    types: kinds.filter((kind) => isAllowed(permissions, hearers[kind])),
    holder: `user ${userId}`,
    seat: token,
    async mayStay(now: number) {
      const policy = await policyOf(store, settings)
      const again = await liveSession(store, token, now, policy)
      if (typeof again === 'string' || again.accessStamp !== accessStamp) return 0
      if (JSON.stringify(await scopeOf(store, again)) !== JSON.stringify(scope)) return 0
      return Math.min(again.endsAt, again.lastSeenAt + policy.sessionIdleMs)
    },
  }
}

/** The same for a screen on the wall: of its product line, and what the creator of its link may see. */
export const displayStream = (feed: Feed) =>
  forDisplays(async (c, display) =>
    stream(c, feed, byDisplay(c.var.store, bearerOf(c.req.header('authorization'))!, display)),
  )

const byDisplay = (store: Store, token: string, { displayId, productId, scope }: KnownDisplay) => ({
  productId,
  scope,
  types: kinds,
  holder: `display ${displayId}`,
  seat: token,
  async mayStay(now: number) {
    const again = await findDisplay(store, token, now)
    return again && JSON.stringify(again.scope) === JSON.stringify(scope) ? (again.expiresAt ?? Infinity) : 0
  },
})

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  /** A proxy before us would wait until it has enough to pass on. */
  'x-accel-buffering': 'no',
}

function stream<Env extends AppEnv | SessionEnv>(
  c: Context<Env>,
  feed: Feed,
  listener: Omit<Listener, 'lastId' | 'signal'>,
): Response {
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers)
  const { signal } = c.req.raw
  const lastId = lastIdOf(c.req.header('last-event-id'))
  return c.body(feed.join({ ...listener, lastId, signal }), 200, headers)
}

/** An id that never was one of ours is answered as one that is too old. */
const lastIdOf = (given: string | undefined) => {
  if (given === undefined || given === '') return undefined
  return /^\d{1,15}$/.test(given) ? Number(given) : -1
}
