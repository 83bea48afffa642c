import { afterAll, describe, expect, test } from 'bun:test'
import { endpointsOf } from '#server/admin/api/endpoints'
import { permissionTags, type PermissionTag } from '#shared/permission-tags'
import { menu } from '#seed/access/menu'
import { startApp } from '../support/app'
import { isPostgres } from '../support/store'

/** Who may call what, for every route of the table: a new one is covered by being there. */
/** What the menu calls a permission, in English. */
const titles = new Map<string, string>(
  menu.flatMap(({ pages }) =>
    pages.flatMap(({ permission, titleEn, actions }) => [
      [permission, titleEn] as const,
      ...actions.map((action) => [action.permission, action.titleEn] as const),
    ]),
  ),
)
const titleOf = (tag: string) => titles.get(tag)

const app = await startApp()
afterAll(app.close)

type Route = { name: string; method: string; path: string; tags: readonly PermissionTag[] }
const routes: (Route & { isPrivate: boolean; isByKey: boolean })[] = endpointsOf(app.app).map(
  ({ method, path, isPrivate, description }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replace(/:\w+/g, '999999'), // nobody's
    isPrivate,
    isByKey: description.isByKey === true,
    tags: description.permissions ?? [],
  }),
)
/** By sessions; what asks for the key of an instrument instead is a matter of qc-instrument. */
const guarded = routes.filter(({ isByKey, tags }) => !isByKey && tags.length > 0)
const own = routes.filter(({ isPrivate, tags }) => isPrivate && tags.length === 0)
const named = (list: readonly Route[]) => list.map((route) => [route.name, route] as const)

type Sent = { body?: string; headers?: Record<string, string>; query?: string }

/** What a route answers to a body that no schema takes: whoever is let through changes nothing by it. */
async function call(token: string | undefined, { method, path }: Route, { body, headers, query = '' }: Sent = {}) {
  const response = await app.app.request(path + query, {
    method,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method !== 'GET' && method !== 'HEAD' && { body: body ?? '{"nonsense":true}' }),
  })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const answer: { code: number; msg?: string; errors?: object } =
    isEnvelope && method !== 'HEAD' ? await response.json() : { code: response.status }
  return answer
}
const codeOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).code
/** One after the other: of one user only so many may wait. */
async function codesOf(token: string | undefined, list: readonly Route[], sent?: Sent) {
  const codes: number[] = []
  for (const route of list) codes.push(await codeOf(token, route, sent))
  return codes
}

/** What a role holds that is given this permission alone: an action brings the page it stands on. */
function broughtBy(tag: PermissionTag): PermissionTag[] {
  const pages = menu.flatMap((directory) => directory.pages)
  const page = pages.find(({ actions }) => actions.some(({ permission }) => permission === tag))
  return page ? [page.permission, tag] : [tag]
}
const isAmong = (some: readonly PermissionTag[]) => (tag: PermissionTag) => some.includes(tag)

const refused = [401, 403, 6401]
const isLetThrough = (code: number) => !refused.includes(code) && code < 500

const withoutRights = await app.signedIn()

/** Which permission a route asks for is read before the database is asked; what somebody holds is seen on both below. */
describe.skipIf(isPostgres)('each call', () => {
  test.each(named(routes.filter(({ isPrivate }) => isPrivate)))('%s without a token is 401', async (_, route) => {
    expect(await codeOf(undefined, route)).toBe(401)
  })

  test.each(named(guarded))('%s for somebody without any right is 403, whatever they send (S29)', async (_, route) => {
    const plain = await call(withoutRights.token, route)
    expect(plain).toMatchObject({ code: 403, msg: expect.stringContaining(`“${titleOf(route.tags[0]!)}”`) })
    const nonsense: Sent[] = [
      { body: '{"half":' },
      { body: `{"ids":${'['.repeat(40)}${']'.repeat(40)}}` },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { query: '?pageSize=-1&status=9&unknown=%ff' },
    ]
    for (const sent of nonsense) {
      const { code, msg, errors } = await call(withoutRights.token, route, sent)
      expect({ code, msg, errors }).toEqual({ code: 403, msg: plain.msg!, errors: undefined })
    }
    const misshapen = { ...route, path: route.path.replace('999999', 'x%27') }
    expect(await codeOf(withoutRights.token, misshapen)).toBe(403)
  })

  test.each(named(own))('%s is open to anybody who is signed in', async (_, route) => {
    const { token } = await app.signedIn()
    expect(await codeOf(token, route)).toSatisfy(isLetThrough)
  })
})

/** Whoever holds one permission, and whoever holds all but those of a route: together they show that it opens nothing else. */
describe('one permission alone, with the page it stands on, opens its own calls, and no other of its resource (S28, S30, S32)', () => {
  const resourceOf = (tag: PermissionTag) => tag.slice(0, tag.lastIndexOf(':'))

  test.each(permissionTags)('%s', async (tag) => {
    const { token, get } = await app.signedIn(tag)
    const held = broughtBy(tag)
    expect((await get('/getinfo')).data.permissions.toSorted()).toEqual(held.toSorted())
    const resources = held.map(resourceOf)
    const asked = guarded.filter(({ tags }) => tags.some((one) => resources.includes(resourceOf(one))))
    const codes = await codesOf(token, asked)
    const opened = asked.filter((_, index) => codes[index] !== 403)
    const expected = guarded.filter(({ tags }) => tags.some(isAmong(held)))
    expect(opened.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
    expect(expected).not.toEqual([])
    expect(codes.filter((code) => code !== 403)).toSatisfy((codes) => codes.every(isLetThrough))
  })
})

test.skipIf(isPostgres).each(named(guarded))('%s is closed to who holds all other permissions', async (_, route) => {
  const { token } = await app.signedIn(...permissionTags.filter((tag) => !broughtBy(tag).some(isAmong(route.tags))))
  expect(await codeOf(token, route)).toBe(403)
})

/** The spelling is read before the database is asked. */
describe.skipIf(isPostgres)('how a call is spelled opens nothing (S41)', () => {
  const hexOf = (letter: string) => letter.charCodeAt(0).toString(16)
  const spelled = (change: (path: string) => string) => guarded.map((route) => ({ ...route, path: change(route.path) }))

  test.each<[what: string, change: (path: string) => string]>([
    ['in capitals', (path) => path.toUpperCase()],
    ['with the last part in capitals', (path) => path.replace(/[^/]+$/, (part) => part.toUpperCase())],
    ['with a slash at the end', (path) => `${path}/`],
    ['with two slashes', (path) => path.replace('/v1/', '/v1//')],
    ['with a dot for a folder', (path) => path.replace('/v1/', '/v1/./')],
    ['by way of a call that is open', (path) => path.replace('/v1/', '/v1/app-config/../')],
    ['with dots that are encoded', (path) => path.replace('/v1/', '/v1/login/%2e%2e/')],
    ['with a letter that is encoded', (path) => path.replace(/\/v1\/./, (begin) => `/v1/%${hexOf(begin.at(-1)!)}`)],
    ['with a letter that is encoded twice', (path) => path.replace(/\/v1\/./, (it) => `/v1/%25${hexOf(it.at(-1)!)}`)],
    ['with a slash that is encoded', (path) => path.replace('/v1/', '/v1%2f')],
    ['with a parameter of its path', (path) => `${path};a=b`],
    ['as a file', (path) => `${path}.json`],
  ])('%s', async (_, change) => {
    for (const code of await codesOf(withoutRights.token, spelled(change))) expect([403, 404]).toContain(code)
    for (const code of await codesOf(undefined, spelled(change))) expect([401, 404]).toContain(code)
  })

  test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])('with %s', async (header) => {
    const reader = await app.signedIn('admin:sysRole:query')
    for (const method of ['GET', 'DELETE', 'POST']) {
      const headers = { [header]: method }
      const codes = await codesOf(withoutRights.token, guarded, { headers })
      expect(codes).toEqual(guarded.map(() => 403))
      const role = guarded.find(({ name }) => name === 'GET /api/v1/role/:id')!
      expect(await codeOf(reader.token, role, { headers })).toBe(404) // as ever: there is none of this id
    }
  })

  test('by HEAD, which is answered as GET is, without a body', async () => {
    for (const route of guarded.filter(({ method }) => method === 'GET')) {
      for (const token of [undefined, withoutRights.token]) {
        const headers = { ...(token && { authorization: `Bearer ${token}` }) }
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) => app.app.request(route.path, { method, headers })),
        )
        expect(head!.status).toBe(get!.status)
        expect(await head!.text()).toBe('')
      }
    }
  })
})
