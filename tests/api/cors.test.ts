import { afterAll, describe, expect, test } from 'bun:test'
import { readSettings } from '#server/env'
import { startingAnswer } from '#server/platform/http/starting'
import { startApp } from '../support/app'

/** Pages of another origin, such as a front end on the port of its development server. */
const ours = 'http://localhost:5173'
const foreign = [
  'http://localhost:5174',
  'https://localhost:5173',
  'http://evil.example',
  'null',
  `${ours}.evil.example`,
]
const password = 'caliper-demo'

const app = await startApp({ settings: { allowedOrigins: [ours] } })
const closed = await startApp()
const admin = await app.signedIn('*:*:*')
afterAll(() => Promise.all([app.close(), closed.close()]))

const preflight = (origin: string, on = app) =>
  on.app.request('/api/v1/role', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,x-request-id',
    },
  })
const allowOrigin = 'access-control-allow-origin'
const namesIn = (headers: Headers, name: string) => headers.get(name)?.split(', ') ?? []

describe('an origin that the installation allows (S56)', () => {
  test('may send what clients send', async () => {
    const answer = await preflight(ours)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get(allowOrigin)).toBe(ours)
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(namesIn(answer.headers, 'access-control-allow-methods')).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
    expect(namesIn(answer.headers, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-request-id']),
    )
  })

  test.each([
    ['an answer', 'GET', '/role', 200],
    ['a refusal', 'GET', '/role/99999', 404],
    ['an unknown address', 'GET', '/nothing', 404],
    ['a wrong input', 'POST', '/role', 400],
    ['a file', 'GET', '/role/export', 200],
  ] as const)('reads %s', async (_, method, path, status) => {
    const body = method === 'POST' ? { body: {} } : {}
    const answer = await admin.send(method, path, { headers: { origin: ours }, ...body })
    expect(answer.code).toBe(status)
    expect(answer.headers.get(allowOrigin)).toBe(ours)
    expect(answer.headers.get('vary')).toContain('Origin')
    expect(namesIn(answer.headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after', 'content-disposition', 'x-access']),
    )
  })

  test('is told that an answer also differs by its encoding, as caches must know', async () => {
    const { headers } = await app.app.request('/api/docs', { headers: { origin: ours } })
    expect(namesIn(headers, 'vary')).toEqual(['accept-encoding', 'Origin'])
  })

  test('reads why it is refused without a token', async () => {
    const answer = await app.anyone.send('GET', '/role', { headers: { origin: ours } })
    expect([answer.code, answer.headers.get(allowOrigin)]).toEqual([401, ours])
  })

  test('reads how far a start has come', () => {
    const settings = readSettings({ CALIPER_ALLOWED_ORIGINS: ours })
    const request = new Request('http://localhost/api/v1/role', { headers: { origin: ours } })
    const { headers } = startingAnswer(request, { phase: 'data', done: 0, total: 0 }, settings)
    expect([headers.get(allowOrigin), headers.get('vary')]).toEqual([ours, 'Origin'])
  })

  test('gets no cookie let in', async () => {
    for (const { headers } of [
      await preflight(ours),
      await admin.send('GET', '/role', { headers: { origin: ours } }),
    ]) {
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
    const { headers } = await app.anyone.send('POST', '/login', { headers: { origin: ours }, body: { password } })
    expect(headers.has('set-cookie')).toBe(false)
  })
})

describe('any other origin (S56)', () => {
  test.each(foreign)('%s reads nothing, and its preflight is refused', async (origin) => {
    const answer = await admin.send('GET', '/role', { headers: { origin } })
    expect([answer.headers.get(allowOrigin), answer.headers.get('vary')]).toEqual([null, 'Origin'])
    const refused = await preflight(origin)
    expect(refused.status).toBe(401)
    expect(refused.headers.has(allowOrigin)).toBe(false)
  })

  test('is every one where nothing is allowed', async () => {
    const refused = await preflight(ours, closed)
    expect([refused.status, refused.headers.has(allowOrigin), refused.headers.has('vary')]).toEqual([401, false, false])
  })

  test('OPTIONS that is no preflight is refused as ever', async () => {
    const answer = await app.app.request('/api/v1/role', { method: 'OPTIONS', headers: { origin: ours } })
    expect(answer.status).toBe(401)
  })
})

test.each([
  ['https://app.example.com, http://localhost:5173', true],
  ['https://app.example.com/', false],
  ['https://app.example.com/path', false],
  ['app.example.com', false],
  ['*', false],
  ['null', false],
  ['file:///tmp', false],
  ['https://*.example.com', false],
  ['https://EXAMPLE.com', false],
])('CALIPER_ALLOWED_ORIGINS=%s is taken exactly: %p (S56)', (list, isTaken) => {
  const read = () => readSettings({ CALIPER_ALLOWED_ORIGINS: list }).allowedOrigins
  if (isTaken) expect(read()).toEqual(list.split(', '))
  else expect(read).toThrow('CALIPER_ALLOWED_ORIGINS: must be origins such as https://app.example.com')
})
