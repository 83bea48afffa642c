import { afterAll, describe, expect, test } from 'bun:test'
import { endpointsOf } from '#server/admin/api/endpoints'
import { inputOf } from '#server/admin/api/json-schema'
import type { Description } from '#server/platform/http/describe'
import type { Store } from '#server/platform/store/index'
import { startApp } from '../support/app'
import { isPostgres } from '../support/store'

/** What strangers, broken clients and attackers send, to every endpoint there is. Nothing may fail or change by it. */
const away = 'http://127.0.0.1:9'
const wecom = { corpId: 'a', agentId: '1', secret: 'b', apiUrl: away, authorizeUrl: away, loginUrl: away }
/** What is refused before the database is asked; on PostgreSQL it would be refused in the same way. */
const once = <Case>(cases: Case[]): Case[] => (isPostgres ? [] : cases)

const app = await startApp({ settings: { sessionIdleMs: 3_600_000, publicUrl: 'https://qc.example', wecom } })
const admin = await app.signedIn('*:*:*')
const viewer = await app.signedIn('admin:sysRole:list')
const recorder = await app.signedIn('qc:record:add', 'qc:record:submit')
const key = { name: 'gateway', username: recorder.roleKey } // both are called the same
const instrument = app.callerWith((await admin.post('/qc/instrument', key)).data.token)
afterAll(app.close)

type Endpoint = {
  name: string
  method: string
  path: string
  isPrivate: boolean
  /** Asks for the key of an instrument instead of a session. */
  isByKey: boolean
  hasBody: boolean
  hasQuery: boolean
  /** Answers with a file, not with an envelope. */
  isFile: boolean
  /** Takes a list, not an object. */
  isList: boolean
  /** Names of what the body may hold. */
  fields: string[]
  /** Names of what the query may hold. */
  filters: string[]
}
const endpoints: Endpoint[] = endpointsOf(app.app).map(({ method, path, isPrivate, description }) => ({
  name: `${method} ${path}`,
  method,
  path: `/${path.replace(/:\w+/g, '999999')}`, // nobody's
  isPrivate,
  isByKey: description.isByKey === true,
  hasBody: description.inputs?.some(({ target }) => target === 'json') ?? false,
  hasQuery: description.inputs?.some(({ target }) => target === 'query') ?? false,
  isFile: description.file !== undefined,
  isList: description.inputs?.some(({ target, schema }) => target === 'json' && inputOf(schema).items) ?? false,
  fields: namesIn(description, 'json'),
  filters: namesIn(description, 'query'),
}))
function namesIn({ inputs = [] }: Description, part: 'json' | 'query'): string[] {
  const schemas = inputs.filter(({ target }) => target === part).map(({ schema }) => inputOf(schema))
  return schemas.flatMap(({ properties, items }) => Object.keys(properties ?? items?.properties ?? {}))
}
const privates = endpoints.filter(({ isPrivate }) => isPrivate)
/** Whoever may do everything there. */
const holderOf = ({ isByKey }: Endpoint) => (isByKey ? instrument : admin)
const withBody = endpoints.filter(({ hasBody }) => hasBody)
const named = (list: Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const)

async function everything({ db, t }: Store) {
  // A request may note that its session, or key, is in use; logs tell of attempts that are refused, and of what was read by file.
  const { sessions: _, operations: __, audits: ___, auditHeads: ____, apiTokens: _____, ...tables } = t
  return Promise.all(Object.values(tables).map((table) => db.select().from(table)))
}
const before = await everything(app.store)
const expectUnchanged = async () => expect(await everything(app.store)).toEqual(before)

describe('without a live session', () => {
  test.each(named(once(privates)))('%s is refused (S13, S29)', async (_, { method, path, hasBody }) => {
    const sent = hasBody ? { body: '{"ids":[2],"roleId":2' } : {}
    expect((await app.anyone.send(method, path, sent)).code).toBe(401)
    expect((await app.callerWith('garbage').send(method, path, sent)).code).toBe(401)
  })

  test('every one of them with an expired token says so', async () => {
    let clock = Date.now()
    const elsewhere = await startApp({ now: () => clock })
    const user = await elsewhere.signedIn('*:*:*')
    clock += 30 * 60_000
    for (const { name, method, path } of privates.filter(({ isByKey }) => !isByKey)) {
      expect([name, (await user.send(method, path)).code]).toEqual([name, 6401])
    }
    await elsewhere.close()
  })
})

/** The own profile is always there: good values are taken, and some fields change nothing alone. */
const isOwn = ({ path }: Endpoint) => path.endsWith('/sys-user/profile')
const isGood = (field: string, value: unknown) =>
  value === '' || value === 'x' || ['seen', 'updatedAt', 'password'].includes(field)

describe('bodies that are not what they should be (S8, S46)', () => {
  const odd: [name: string, body: string][] = [
    ['an empty object', '{}'],
    ...once<[name: string, body: string]>([
      ['brackets inside text', `{"username":"${'['.repeat(40)}","x":${'['.repeat(20)}${']'.repeat(20)}}`],
      ['1 MB in one field', `{"username":"${'x'.repeat(1_000_000)}"}`],
    ]),
  ]
  const bodies = once<[name: string, body: string, code: number]>([
    ['nothing', '', 400],
    ['half of an object', '{"a":', 400],
    ['a list', '[]', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['text', '"x"', 400],
    ['33 nested lists', `{"ids":${'['.repeat(33)}${']'.repeat(33)}}`, 400],
    ['100,000 nested lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['10 MB', `{"username":"${'x'.repeat(10_000_000)}"}`, 413],
  ])
  const types = once([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-x',
    '',
  ])
  for (const [name, endpoint] of named(withBody)) {
    const { method, path, isList } = endpoint
    const holder = holderOf(endpoint)
    // A change of nothing is well-formed: there is no record of that id, and the own profile stays as it is.
    test.each(odd)(`${name} with %s`, async (_, body) => {
      expect([400, isOwn(endpoint) ? 200 : 404]).toContain((await holder.send(method, path, { body })).code)
    })

    test.each(bodies.filter(([, body]) => body !== '[]' || !isList))(`${name} with %s`, async (_, body, code) => {
      expect((await holder.send(method, path, { body, headers: { 'content-type': 'application/json' } })).code).toBe(
        code,
      )
    })

    test.each(types)(`${name} as %j`, async (type) => {
      const headers = { 'content-type': type }
      expect((await holder.send(method, path, { body: '{"ids":[2]}', headers })).code).toBe(415)
    })

    test.skipIf(isPostgres)(`${name} with broken UTF-8`, async () => {
      const response = await app.app.request(path.slice(1), {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${holder.token}` },
        body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      })
      expect((await response.json()).code).toBe(400)
    })
  }
})

test.each(['PUT //api/v1/sys-user', 'POST //api/v1/role', 'POST //api/v1/sys-user/import'])(
  '%s with 8 MB that call themselves a form is refused before they are read, whoever sends them (S46, S91)',
  async (route) => {
    const [method, path] = route.split(' ')
    const body = '['.repeat(8_000_000)
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(body.length) }
    expect((await viewer.send(method!, path!, { body, headers })).code).toBe(413)
  },
)

describe('fields of a wrong type', () => {
  const values = [...once([null, true, 1.5, '', 'x', [], [[]], {}, { a: 1 }]), -1, 1e21, '\u0000', 'ä'.repeat(300)]
  for (const [name, endpoint] of named(withBody)) {
    const { method, path, fields, isList } = endpoint
    test(name, async () => {
      expect(fields).not.toEqual([])
      for (const field of fields) {
        for (const value of values.filter((one) => !(isOwn(endpoint) && isGood(field, one)))) {
          const body = { [field]: value }
          const { code } = await holderOf(endpoint).send(method, path, { body: isList ? [body] : body })
          expect([field, value, code >= 400 && code < 500]).toEqual([field, value, true])
        }
      }
    })
  }
})

describe('queries (S44, S45)', () => {
  const lists = named(endpoints.filter(({ hasQuery, method }) => hasQuery && method === 'GET'))
  async function call({ path, isFile }: Endpoint, query: string) {
    if (!isFile) return admin.send('GET', `${path}?${query}`)
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await app.app.request(`${path.slice(1)}?${query}`, { headers })
    await response.arrayBuffer()
    return { code: response.status }
  }
  const paging: [query: string, code: number][] = [
    ['pageSize=1e9', 400],
    ['pageSize=10001', 400],
    ['pageSize=0', 400],
    ['pageSize=-1', 400],
    ['pageSize=abc', 400],
    ['pageSize=1.5', 400],
    ['pageIndex=99999999999999999999', 400],
    ['pageIndex=NaN', 400],
    ['pageSize=10000', 200],
    ['pageSize=&pageIndex=', 200],
    ['password_hashOrder=asc', 200],
    ['unknown=1&__proto__=2&constructor=3', 200],
  ]
  for (const [name, endpoint] of lists) {
    const { filters } = endpoint
    const isPaged = filters.includes('pageSize')
    test.each(isPaged ? paging.filter(([, code]) => code === 200 || !isPostgres) : [])(
      `${name}?%s`,
      async (query, code) => {
        const isOfNothing = code === 200 && endpoint.path.includes('/999999/')
        expect((await call(endpoint, query)).code).toBe(isOfNothing ? 404 : code)
      },
    )

    test(`${name} with nonsense in every filter, and with each given twice`, async () => {
      const strange = ['2147483648', "' or 1=1 --", '%ff%fe', '%00', '%', 'x'.repeat(5000)]
      const values = [...strange, ...once(['0', '-1', '1e99', '_', '[]', '{}'])]
      for (const filter of filters) {
        for (const value of values) {
          const { code } = await call(endpoint, `${filter}=${value}&${filter}Order=${value}`)
          expect([filter, value, [200, 400, 404].includes(code)]).toEqual([filter, value, true])
        }
        const twice = await call(endpoint, `${filter}=1&${filter}=%00&${filter}[]=2`)
        expect([filter, [200, 400, 404].includes(twice.code)]).toEqual([filter, true])
      }
    })
  }

  test.each([
    ['status=9', 400],
    ['roleId=0', 400],
    ['roleId=2147483648', 400],
    ["roleName=' or 1=1 --", 200],
    ['roleNameOrder=asc;drop table sys_role', 200],
    ['roleName=%ff%fe', 200],
    ['roleName=%00', 400],
  ])('GET /role?%s', async (query, code) => {
    expect((await admin.get(`/role?${query}`)).code).toBe(code)
  })
})

describe('addresses (S41)', () => {
  test.each([
    ['GET', '/role/0', 400],
    ['GET', '/role/-1', 400],
    ['GET', '/role/1.5', 400],
    ['GET', '/role/abc', 400],
    ['GET', '/role/2147483648', 400],
    ['GET', '/role/1e3', 400],
    ['GET', '/role/0x2', 400],
    ['GET', '/role/02', 400],
    ['GET', '/role/2147483647', 404],
    ['GET', '/role/', 404],
    ['GET', '/ROLE', 404],
    ['GET', '//api//v1/role', 404],
    ['GET', '/role/../getinfo', 200],
    ['GET', '/role/%2e%2e/getinfo', 200],
    ['GET', '/nothing', 404],
    ['PATCH', '/role', 404],
    ['TRACE', '/role', 404],
    ['POST', '/getinfo', 404],
  ])('%s %s', async (method, path, code) => {
    expect((await admin.send(method, path)).code).toBe(code)
  })

  test('a method-override header changes nothing', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    expect((await admin.send('POST', '/role', { body: { ids: [2] }, headers })).code).toBe(400)
  })

  test('HEAD tells no more than GET allows', async () => {
    const response = await app.app.request('/api/v1/role', { method: 'HEAD' })
    expect(response.status).toBe(process.env['CALIPER_TEST_ENVELOPE'] === '200' ? 200 : 401)
    expect(await response.text()).toBe('')
  })

  test.each([
    ['/api/v1/menurole', 200],
    ['/api/v1/nothing', 404],
    ['/healthz', 200],
    ['/static/uploadfile/none.png', 404],
  ])('HEAD of %s says how long the answer to GET is', async (path, code) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'x-request-id': 'of-the-same-length' }
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => app.app.request(path, { method, headers })))
    const { byteLength } = await get!.arrayBuffer()
    expect([head!.status, await head!.text()]).toEqual([get!.status, ''])
    expect(head!.headers.get('content-length')).toBe(String(byteLength))
    if (process.env['CALIPER_TEST_ENVELOPE'] !== '200') expect(get!.status).toBe(code)
  })

  test.each(['/role/export', '/qc/stream'])(
    'HEAD of %s does not call an empty file what is written while it is sent',
    async (path) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const head = await app.app.request(`/api/v1${path}`, { method: 'HEAD', headers })
      expect(Object.fromEntries(head.headers)).toMatchObject({ 'transfer-encoding': 'chunked' })
    },
  )
})

test('answers carry the headers that keep them private, and no banner (S21, S54, S55, S56)', async () => {
  for (const { headers } of [
    await admin.get('/role'),
    await app.anyone.get('/role'),
    await app.anyone.get('//nowhere'),
  ]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    for (const banned of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
      expect(headers.has(banned)).toBe(false)
  }
})

test.each(['OPTIONS', 'PATCH', 'PROPFIND'])(
  'the method %s is refused, and lets no page of another origin in (S56)',
  async (method) => {
    for (const [token, path] of [
      [admin.token, '/api/v1/role'],
      [undefined, '/api/v1/login'],
      [undefined, '/healthz'],
    ] as const) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const response = await app.app.request(path, { method, headers })
      expect([401, 404]).toContain(response.status === 200 ? (await response.json()).code : response.status)
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  },
)

test.each([
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['de,en;q=0.8', 'en'],
  ['zh;q=0.5, en ; Q=0.9', 'en'],
  ['zh;q=0.9,en;q=0.9', 'zh'],
  ['en;q=0,zh;q=0.1', 'zh'],
  ['en;q=none', 'zh'],
  ['enm,de', 'zh'],
  ['fr,*;q=0.5,en;q=0.1', 'zh'],
  ['zh-TW,en', 'zh'],
  ['', 'zh'],
])('who accepts the languages "%s" is answered in %s', async (languages, answered) => {
  const says = { en: 'There is no such address', zh: '没有这个接口' }[answered]!
  expect((await app.anyone.send('GET', '//nowhere', { headers: { 'accept-language': languages } })).msg).toBe(says)
})

test.each([
  ['an own id', 'my-request-0001', 'my-request-0001'],
  ['nonsense', 'a\tb<script>', expect.stringMatching(/^[0-9a-f-]{36}$/)],
])('the request id: %s', async (_, sent, expected) => {
  const answer = await admin.send('GET', '/getinfo', { headers: { 'x-request-id': sent } })
  expect(answer['requestId']).toEqual(expected)
})

test('a database that is gone is 503, and /readyz says so by its status even where all else is 200', async () => {
  const gone = await startApp()
  await gone.close()
  const headers = { 'x-envelope-status': '200' }
  expect((await gone.app.request('/readyz', { headers })).status).toBeGreaterThanOrEqual(500)
  expect((await gone.app.request('/healthz', { headers })).status).toBe(200)
})

test('after all of this nothing has changed', expectUnchanged)
