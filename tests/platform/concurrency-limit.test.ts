import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { AppEnv } from '#server/platform/http/app-env'
import type { SessionEnv } from '#server/access/session/session-env'
import { onError } from '#server/platform/http/on-error'
import { fewAtOnce, fewOfEachUser } from '#server/access/session/few-at-once'
import type { Operator } from '#server/access/session/queries'
import type { Store } from '#server/platform/store/index'
import { yieldToEventLoop } from '#server/platform/chunks/yield-to-event-loop'
import { until } from '../support/until'

/** Two requests of a user are worked on at a time; what happens in between is told by the test. */
function served(limit = fewAtOnce(2, { mostWaiting: 2 }), version: () => number | undefined = () => undefined) {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const store = { db: {}, version } as unknown as Store // all that is read of it
  const app = new Hono<SessionEnv>()
    .use(async (c, next) => {
      c.set('store', store)
      c.set('locale', 'en')
      c.set('operator', { userId: Number(c.req.query('user')) } as Operator) // all that is read of it
      c.set('operatorVersion', version())
      await next()
    })
    .use(limit)
    .all('*', async (c) => {
      const name = c.req.path.slice(1)
      begun.push(name)
      await new Promise<void>((resolve) => finish.set(name, resolve))
      return c.text(name)
    })
  const whole = new Hono<AppEnv>().route('/', app)
  whole.onError(onError)
  const ask = (name: string, user: number, init: RequestInit = {}) =>
    whole.request(new Request(`http://caliper/${name}?user=${user}`, init))
  /** Waits until all of these are being worked on, in this order, and sees that no other follows. */
  async function expectBegun(...names: string[]) {
    await until(
      () => begun.length >= names.length,
      () => begun,
    )
    await yieldToEventLoop()
    expect(begun).toEqual(names)
  }
  return { begun, ask, expectBegun, end: (name: string) => finish.get(name)!() }
}

test('of one user two are worked on at a time, in their order; others do not wait for them', async () => {
  const { ask, expectBegun, end } = served()
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, 1))
  const other = ask('other', 2)
  await expectBegun('a', 'b', 'other')
  end('b')
  await asked[1]
  await expectBegun('a', 'b', 'other', 'c')
  for (const name of ['a', 'c', 'other']) end(name)
  await other
  await expectBegun('a', 'b', 'other', 'c', 'd')
  end('d')
  expect(await Promise.all(asked.map(async (one) => (await one).text()))).toEqual(['a', 'b', 'c', 'd'])
})

test('what its reader has left while it waited is not begun, and holds nobody up', async () => {
  const { ask, expectBegun, end } = served()
  const leaving = new AbortController()
  const first = [ask('a', 1), ask('b', 1)]
  const left = ask('left', 1, { signal: leaving.signal })
  const last = ask('last', 1)
  await expectBegun('a', 'b')
  leaving.abort()
  end('a')
  expect((await left).status).toBe(204)
  await expectBegun('a', 'b', 'last')
  for (const name of ['b', 'last']) end(name)
  await Promise.all([...first, last])
})

test('who has too much waiting is told to come back; what waits is done all the same (S93)', async () => {
  const { begun, ask, end } = served()
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, 1))
  const refused = await ask('too much', 1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  const other = ask('other', 2)
  await until(() => begun.includes('other'))
  for (const name of ['a', 'b', 'c', 'd', 'other']) {
    await until(() => begun.includes(name))
    end(name)
  }
  expect(await Promise.all([...asked, other].map(async (one) => (await one).status))).toEqual(Array(5).fill(200))
})

test('who waits behind requests that never come to their end is refused with 503 in time, and not begun (S93)', async () => {
  const { ask, expectBegun, end } = served(fewAtOnce(2, { patienceMs: 50 }))
  const asked = ['a', 'b'].map((name) => ask(name, 1))
  const refused = await ask('late', 1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  for (const name of ['a', 'b']) end(name)
  expect(await Promise.all(asked.map(async (one) => (await one).status))).toEqual([200, 200])
  const next = ask('next', 1)
  await expectBegun('a', 'b', 'next')
  end('next')
  expect((await next).status).toBe(200)
})

test('the live feed of a user begins whatever else they wait for; who has waited is looked at again', async () => {
  const again: string[] = []
  const { begun, ask, expectBegun, end } = served(fewOfEachUser(async (c) => void again.push(c.req.path)))
  const asked = ['a', 'b', 'c', 'api/v1/qc/stream'].map((name) => ask(name, 1))
  await expectBegun('a', 'b', 'api/v1/qc/stream')
  for (const name of ['a', 'b', 'api/v1/qc/stream']) end(name)
  await asked[0]
  await until(() => begun.length === 4)
  end('c')
  expect(await Promise.all(asked.map(async (one) => (await one).status))).toEqual([200, 200, 200, 200])
  expect(again).toEqual(['/c'])
})

test('who has waited is looked at again only if something was committed meanwhile, as far as the database tells', async () => {
  const again: string[] = []
  let version: number | undefined = 1
  const looked = fewOfEachUser(async (c) => void again.push(c.req.path))
  const { ask, expectBegun, end } = served(looked, () => version)
  const asked = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name, 1))
  await expectBegun('a', 'b')
  end('a')
  await expectBegun('a', 'b', 'c')
  expect(again).toEqual([])
  version = 2
  end('b')
  await expectBegun('a', 'b', 'c', 'd')
  expect(again).toEqual(['/d'])
  version = undefined
  end('c')
  await expectBegun('a', 'b', 'c', 'd', 'e')
  expect(again).toEqual(['/d', '/e'])
  for (const name of ['d', 'e']) end(name)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('of one user sixteen writes are worked on at a time, and reading does not wait for them', async () => {
  const { begun, ask, expectBegun, end } = served(fewOfEachUser(async () => {}))
  const names = Array.from({ length: 17 }, (_, index) => `write-${index}`)
  const writes = names.map((name) => ask(name, 1, { method: 'POST' }))
  const others = [ask('list', 1), ask('other', 2, { method: 'POST' })]
  await expectBegun(...names.slice(0, 16), 'list', 'other')
  for (const name of begun) end(name)
  await until(() => begun.length === 19)
  end('write-16')
  expect((await Promise.all([...writes, ...others])).map(({ status }) => status)).toEqual(Array(19).fill(200))
})
