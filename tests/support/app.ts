import { expect } from 'bun:test'
import { createApp } from '#server/app'
import { readSettings, type Settings } from '#server/env'
import { endpointsOf, refusalsOf, type Endpoint } from '#server/admin/api/endpoints'
import type { Code } from '#shared/envelope'
import { ALL_PERMISSIONS, type PermissionTag } from '#shared/permissions'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Store } from '#server/platform/store/index'
import { openTestStore } from './store'
import { signInAs } from './sign-in'

/** `data` is `any` so that a test may assert on whatever came back. */
export type Answer = {
  http: number
  headers: Headers
  code: number
  msg: string
  data: any
  errors?: Record<string, string>
  [beside: string]: unknown
}

/** Tests of the API family run a second time with this set to 200: only the status line may differ. */
/** Statuses of the answers in this run. */
export const envelopeStatus = process.env['CALIPER_TEST_ENVELOPE'] === '200' ? '200' : 'http'

/** Tests ask faster than anybody; `tests/api/rate-limits.test.ts` holds the bounds. */
const unbounded = { publicPerMinute: undefined, writesPerMinute: undefined }

/**
 * `store`: a database that is there already, instead of one of its own. `isDocumented`: whether answers are held against
 * the API document, which others do with the same routes where very much is asked.
 */
type Options = { settings?: Partial<Settings>; now?: () => number; store?: Store; isDocumented?: boolean }

type Promised = { answered: z.ZodType; refused: z.ZodType; codes: Code[] }
const known = new WeakMap<Endpoint['description'], Promised>()
const nothing = z.object({ data: z.null() })

/** What the API document says that a route answers. Worked out once a route: a schema is compiled when it is first used. */
function promisedBy(route: Endpoint): Promised {
  const { answer: data = z.null(), beside, refusedWith = z.null() } = route.description
  const promised = known.get(route.description) ?? {
    answered: z.object({ data, ...beside?.shape }),
    refused: z.object({ data: refusedWith.or(z.null()) }),
    codes: refusalsOf(route),
  }
  known.set(route.description, promised)
  return promised
}

/** What a schema reads is all there is: it leaves out what it does not name. */
function expectSame(schema: z.ZodType, received: object) {
  const { data, error } = schema.safeParse(received)
  expect(error?.issues ?? []).toEqual([])
  expect(received).toEqual(data as object)
}

/** A whole application on a seeded database of its own; nothing is mocked. Close it when done. */
export async function startApp({ settings = {}, now = Date.now, isDocumented = true, ...on }: Options = {}) {
  const store = on.store ?? (await openTestStore())
  const given = readSettings(
    {},
    { ...unbounded, mode: 'ephemeral', captcha: 'never', logRequests: false, envelopeStatus, ...settings },
  )
  const app = createApp({ store, settings: given, now })
  const documented = endpointsOf(app).map((endpoint) => ({
    ...endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }))

  async function send(
    token: string | undefined,
    method: string,
    path: string,
    { body, headers }: Sent = {},
  ): Promise<Answer> {
    const address = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`
    const response = await app.request(address, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isFile = !response.headers.get('content-type')?.startsWith('application/json')
    const told = isFile ? { code: response.status, msg: '', data: await response.text() } : await response.json()
    const answer = { ...told, http: response.status, headers: response.headers } as Answer
    const route = routeOf(method, address)
    const is200 =
      !isFile && !route?.description.isPlain && (given.envelopeStatus === '200' || headers?.['x-envelope-status'])
    expect(answer.http).toBe(is200 ? 200 : answer.code > 599 ? 401 : answer.code)
    if (isDocumented && route?.description.summary) expectDocumented(route, answer, isFile)
    return answer
  }

  function routeOf(method: string, address: string): Endpoint | undefined {
    const pathname = address.split('?')[0]!
    return documented.find((known) => known.method === method && known.pattern.test(pathname))
  }

  /** What a route answers must be what the API document says of it, and no field more, however deep. */
  function expectDocumented(route: Endpoint, answer: Answer, isFile: boolean) {
    const promised = promisedBy(route)
    const { code, http: _http, headers: _headers, requestId: _id, msg: _msg, ...fields } = answer
    if (code === 200) {
      if (!isFile) expectSame(promised.answered, fields)
    } else if (code !== 429 && (code < 500 || code > 599)) {
      expect(promised.codes).toContain((code > 599 ? 401 : code) as Code)
      const isTold = code === (route.description.isStale ? 409 : 422)
      expectSame(isTold ? promised.refused : nothing, { data: answer.data })
    }
  }

  const callerWith = (token?: string) => ({
    token,
    send: (method: string, path: string, sent?: Sent) => send(token, method, path, sent),
    get: (path: string) => send(token, 'GET', path),
    post: (path: string, body: unknown) => send(token, 'POST', path, { body }),
    put: (path: string, body: unknown) => send(token, 'PUT', path, { body }),
    delete: (path: string, body: unknown) => send(token, 'DELETE', path, { body }),
  })

  let made = 0
  /** A signed-in user who holds exactly `tags`, through a role of their own. */
  async function signedIn(...tags: (PermissionTag | typeof ALL_PERMISSIONS)[]) {
    const name = `tester-${++made}`
    const { t } = store
    const stamps = { createdAt: 0, updatedAt: 0 }
    const isAdmin = (tags as string[]).includes(ALL_PERMISSIONS)
    const user = { username: name, usernameKey: name, nickName: name, status: statuses.on, ...stamps }
    const role = { roleKey: name, roleName: name, roleSort: 100, status: statuses.on, ...stamps }
    const userId = await store.tx(async (db) => {
      const [newUser] = await db.insert(t.users).values(user).returning()
      const [givenRole] = isAdmin
        ? await db.select().from(t.roles).where(eq(t.roles.roleKey, ADMIN_ROLE_KEY))
        : await db.insert(t.roles).values(role).returning()
      const { roleId } = givenRole!
      const menus = await db.select().from(t.menus).where(inArray(t.menus.permission, tags))
      const rows = menus.map(({ menuId }) => ({ roleId, menuId }))
      if (!isAdmin && rows.length > 0) await db.insert(t.roleMenus).values(rows)
      await db.insert(t.userRoles).values({ userId: newUser!.userId, roleId })
      return newUser!.userId
    })
    const { token } = await signInAs(store, userId, now(), given)
    return { ...callerWith(token), token, userId, roleKey: name }
  }

  /** A user of the seed, signed in with a password over HTTP. */
  async function signIn(username: string, password: string) {
    const { token } = await callerWith().post('/login', { username, password })
    return callerWith(token as string)
  }

  return { app, store, anyone: callerWith(), callerWith, signedIn, signIn, close: () => store.close() }
}
type Sent = { body?: unknown; headers?: Record<string, string> }
export type App = Awaited<ReturnType<typeof startApp>>
