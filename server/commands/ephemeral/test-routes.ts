import { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { codes, type Code } from '#shared/envelope'
import type { Settings } from '../../env'
import type { AppEnv } from '../../platform/http/app-env'
import { apiHeaders, localeOf } from '../../platform/http/context'
import { cors, TEST_KEY_HEADER } from '../../platform/http/cors'
import { ok, refuse } from '../../platform/http/envelope'
import { onError } from '../../platform/http/on-error'
import { Refusal } from '../../platform/http/refusal'
import { validate } from '../../platform/http/validate'
import type { Clock } from './clock'
import { FaultRule, type createFaults, type Fault } from './faults'

const Name = z.object({ name: z.string().regex(/^[\w-]{1,64}$/) })
const Change = z
  .object({
    set: z.iso.datetime({ offset: true }).optional(),
    advanceMs: z.int().min(-1e13).max(1e13).optional(),
    frozen: z.boolean().optional(),
    real: z.literal(true).optional(),
  })
  .strict()

export type Message = { at: number; kind: string; to: string; title: string; text: string }

type Parts = {
  settings: Settings
  /** The secret of the test calls. */
  key: string
  isOwnHost: (host: string) => boolean
  clock: Clock
  faults: ReturnType<typeof createFaults>
  messages: () => readonly Message[]
  /** Resets to the start, or to a snapshot. */
  goBack: (name?: string) => Promise<void>
  keep: (name: string) => Promise<void>
  /** Names of snapshots. */
  names: () => string[]
}

/** Test calls of other programs to the server that they have started (S56): only with its key, from this machine. */
export function createTestRoutes({ key, isOwnHost, clock, faults, ...does }: Parts) {
  const app = createAnswers(does.settings)
    .basePath('/__test')
    .use(async (c, next) => {
      if (!isOwnHost(new URL(c.req.url).hostname)) throw new Refusal(codes.forbidden, 'test.foreignHost')
      await next()
    })
    .use(cors(does.settings))
    .use(async (c, next) => {
      if (!isSame(c.req.header(TEST_KEY_HEADER) ?? '', key))
        throw new Refusal(codes.forbidden, 'test.noKey', { name: TEST_KEY_HEADER })
      await next()
    })
  return app
    .post('/reset', async (c) => {
      await does.goBack()
      return ok(c, { clock: clock.state() }, 'done.done')
    })
    .get('/snapshot', (c) =>
      ok(
        c,
        does.names().map((name) => ({ name })),
      ),
    )
    .post('/snapshot', validate('json', Name), async (c) => {
      const { name } = c.req.valid('json')
      await does.keep(name)
      return ok(c, { name, clock: clock.state() }, 'done.done')
    })
    .post('/restore', validate('json', Name), async (c) => {
      const { name } = c.req.valid('json')
      await does.goBack(name)
      return ok(c, { name, clock: clock.state() }, 'done.done')
    })
    .get('/clock', (c) => ok(c, clock.state()))
    .post('/clock', validate('json', Change), (c) => {
      clock.change(c.req.valid('json'))
      return ok(c, clock.state(), 'done.done')
    })
    .get('/fault', (c) => ok(c, faults.list()))
    .post('/fault', validate('json', FaultRule), (c) => ok(c, faults.add(c.req.valid('json')), 'done.created'))
    .delete('/fault', (c) => {
      faults.clear()
      return ok(c, null, 'done.deleted')
    })
    .get('/messages', (c) =>
      ok(
        c,
        does.messages().map(({ at, ...message }) => ({ at: new Date(at).toISOString(), ...message })),
      ),
    )
}

/** Answers like the API, without data. */
function createAnswers<Env extends AppEnv = AppEnv>(settings: Settings) {
  const app = new Hono<Env>().use(async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('settings', settings)
    c.set('requestId', requestId)
    c.set('locale', localeOf(c.req.header('accept-language')))
    for (const [name, value] of Object.entries(apiHeaders)) c.header(name, value)
    c.header('x-request-id', requestId)
    await next()
  })
  app.onError(onError as never) // of every environment that has these variables
  app.notFound(() => {
    throw new Refusal(codes.notFound, 'error.noSuchAddress')
  })
  return app
}

type FailureEnv = AppEnv & { Bindings: { fault: Fault } }

/** Answers a request with the requested fault. */
export function createFailures(settings: Settings) {
  const app = createAnswers<FailureEnv>(settings)
    .use(cors(settings))
    .all('*', (c) => {
      const { code, status, msg = 'This failure was asked for', headers = {} } = c.env.fault
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      const told = refuse(c as never, (code ?? status) as Code, msg)
      return status === undefined ? told : new Response(told.body, { status, headers: told.headers })
    })
  return (request: Request, fault: Fault) => app.fetch(request, { fault })
}

export const isSame = (given: string, key: string) =>
  given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key))
