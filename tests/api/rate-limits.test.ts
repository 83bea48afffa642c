import { afterAll, describe, expect, test } from 'bun:test'
import { readSettings } from '#server/env'
import { startApp } from '../support/app'
import { publicRoutes } from '../support/public-routes'

const MOST = 100
/** Time stands still: nothing is forgiven meanwhile, however slow the machine is. */
const now = Date.now()
const app = await startApp({ settings: { publicPerMinute: MOST, writesPerMinute: 60 }, now: () => now })
afterAll(() => app.close())

/** Addresses are those of the documentation networks (RFC 5737, RFC 3849). */
const from = (address: string) => ({ address })
const ask = (route: string, address: string) => {
  const [method, path] = route.split(' ') as [string, string]
  const body = method === 'POST' ? '{}' : undefined
  const headers = { 'content-type': 'application/json', 'x-envelope-status': 'http' }
  const sent = { method, headers, ...(body && { body }) }
  return app.app.request(path.replace(/:\w+/g, 'x'), sent, from(address))
}
const statusOf = async (route: string, address: string) => {
  const response = await ask(route, address)
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  const told = isEnvelope ? ((await response.json()) as { code?: number }) : {}
  return told.code ?? response.status
}

describe('every route that is open to anyone', () => {
  test.each(publicRoutes)('%s is bounded for each network, and for it alone (S93)', async (route) => {
    const isDocument = /openapi|docs/.test(route)
    const most = isDocument ? MOST / 100 : MOST
    const statuses: number[] = []
    for (let count = 0; count <= most; count += 1) statuses.push(await statusOf(route, '192.0.2.1'))
    expect(statuses.pop()).toBe(429)
    if (!/login|setup\/link|captcha|crop-qrcode/.test(route)) expect(statuses).not.toContain(429) // these have bounds of their own
    const refused = await ask(route, '192.0.2.1')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(route, '192.0.2.2')).not.toBe(429)
  })

  test('an IPv6 subscriber is one network', async () => {
    const statuses: number[] = []
    for (let count = 0; count <= MOST; count += 1) statuses.push(await statusOf('GET /healthz', `2001:db8::${count}`))
    expect(statuses.indexOf(429)).toBe(MOST)
  })
})

describe('writes of a session', () => {
  test('beyond its budget are refused and change nothing; its reading and other sessions go on', async () => {
    const [one, other] = [
      await app.signedIn('admin:sysPost:add', 'admin:sysPost:list'),
      await app.signedIn('admin:sysPost:add'),
    ]
    const post = (number: number) => ({ postCode: `budget-${number}`, postName: `Budget ${number}`, sort: 1 })
    const codes: number[] = []
    for (let number = 0; number < 61; number += 1) codes.push((await one.post('/post', post(number))).code)
    expect(codes.filter((code) => code === 200)).toHaveLength(60)
    expect(codes.at(-1)).toBe(429)
    const refused = await one.post('/post', post(61))
    expect([refused.code, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
    const { data } = await one.get('/post?pageSize=100&postCode=budget-')
    expect(data.count).toBe(60)
    expect((await other.post('/post', post(61))).code).toBe(200)
    expect((await one.post('/logout', {})).code).toBe(200)
  })
})

describe('long lists', () => {
  test('of one user wait for each other; beyond 60 that wait they are refused, and other users go on (S93)', async () => {
    const [one, other] = [await app.signedIn('admin:sysMenu:list'), await app.signedIn('admin:sysMenu:list')]
    const answers = Array.from({ length: 200 }, () => one.get('/menu'))
    const beside = await other.get('/menu')
    expect(beside.code).toBe(200)
    const codes = (await Promise.all(answers)).map(({ code }) => code)
    const served = codes.filter((code) => code === 200).length
    const refused = codes.filter((code) => code === 429).length
    expect(served + refused).toBe(200)
    expect(served).toBeGreaterThanOrEqual(62) // two at work, sixty that wait, and those that came when some were done
    expect(refused).toBeGreaterThan(0)
  })
})

test.each([
  ['off', undefined],
  ['60', 60],
])('a bound may be %s', (value, most) => {
  const settings = readSettings({ CALIPER_PUBLIC_PER_MINUTE: value, CALIPER_WRITES_PER_MINUTE: value })
  expect([settings.publicPerMinute, settings.writesPerMinute]).toEqual([most, most])
})
