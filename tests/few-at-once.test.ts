import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { AppEnv, SessionEnv } from '#server/http/app-env'
import { onError } from '#server/http/error'
import { fewAtOnce } from '#server/http/few-at-once'
import type { Operator } from '#server/queries/session'
import type { Store } from '#server/store/index'

/** Two requests of a user are worked on at a time; what happens in between is told by the test. */
function served() {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const store = { db: {} } as unknown as Store // all that is read of it
  const app = new Hono<SessionEnv>()
    .use(async (c, next) => {
      c.set('store', store)
      c.set('locale', 'en')
      c.set('operator', { userId: Number(c.req.query('user')) } as Operator) // all that is read of it
      await next()
    })
    .use(fewAtOnce(2, 2))
    .get('/:name', async (c) => {
      const name = c.req.param('name')
      begun.push(name)
      await new Promise<void>((resolve) => finish.set(name, resolve))
      return c.text(name)
    })
  const whole = new Hono<AppEnv>().route('/', app)
  whole.onError(onError)
  const ask = (name: string, user: number, signal?: AbortSignal) =>
    whole.request(new Request(`http://caliper/${name}?user=${user}`, signal ? { signal } : {}))
  return { begun, ask, end: (name: string) => finish.get(name)!() }
}

test('of one user two are worked on at a time, in their order; others do not wait for them', async () => {
  const { begun, ask, end } = served()
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, 1))
  const other = ask('other', 2)
  await Bun.sleep(1)
  expect(begun).toEqual(['a', 'b', 'other'])
  end('b')
  await asked[1]
  await Bun.sleep(1)
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  for (const name of ['a', 'c', 'other']) end(name)
  await other
  await Bun.sleep(1)
  end('d')
  expect(await Promise.all(asked.map(async (one) => (await one).text()))).toEqual(['a', 'b', 'c', 'd'])
})

test('what its reader has left while it waited is not begun, and holds nobody up', async () => {
  const { begun, ask, end } = served()
  const leaving = new AbortController()
  const first = [ask('a', 1), ask('b', 1)]
  const left = ask('left', 1, leaving.signal)
  const last = ask('last', 1)
  await Bun.sleep(1)
  leaving.abort()
  end('a')
  expect((await left).status).toBe(204)
  await Bun.sleep(1)
  expect(begun).toEqual(['a', 'b', 'last'])
  for (const name of ['b', 'last']) end(name)
  await Promise.all([...first, last])
})

test('who has too much waiting is told to come back; what waits is done all the same (S93)', async () => {
  const { begun, ask, end } = served()
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, 1))
  const refused = await ask('too much', 1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect((await Promise.race([ask('other', 2), Bun.sleep(5)])) === undefined).toBe(true) // it is being worked on
  for (const name of ['a', 'b', 'c', 'd', 'other']) {
    while (!begun.includes(name)) await Bun.sleep(1)
    end(name)
  }
  expect(await Promise.all(asked.map(async (one) => (await one).status))).toEqual([200, 200, 200, 200])
})
