import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { cachingRouter } from '#server/platform/http/caching-router'

const matchesOf = (...paths: string[]) => {
  const router = cachingRouter<string>()
  for (const path of paths) router.add('GET', path, `handler of ${path}`)
  return (path: string, method = 'GET') => router.match(method, path)
}

test('a path is matched once, until it was not requested for a thousand others', () => {
  const match = matchesOf('/role', '/role/:id')
  const first = match('/role')
  expect(first[0]).toEqual([['handler of /role', {}]])
  expect(match('/role')).toBe(first)
  for (let id = 0; id < 999; id++) match(`/role/${id}`)
  expect(match('/role')).toBe(first)
  for (let id = 0; id < 1000; id++) match(`/role/other-${id}`)
  expect(match('/role')).not.toBe(first)
  expect(match('/role')).toEqual(first)
})

test('paths that no page requests are not kept', () => {
  const match = matchesOf('/role/:id')
  const long = `/role/${'1'.repeat(200)}`
  expect(match(long)).not.toBe(match(long))
  expect(match(long)).toEqual(match(long))
})

test('each path has its own parameters, each method its own handler, and a route added later is found', async () => {
  const app = new Hono({ router: cachingRouter() })
  app.get('/role/:id', (c) => c.text(`read ${c.req.param('id')}`))
  app.put('/role/:id', (c) => c.text(`change ${c.req.param('id')}`))
  const answerOf = async (path: string, method = 'GET') => (await app.request(path, { method })).text()
  for (let round = 0; round < 2; round++) {
    expect(await answerOf('/role/1')).toBe('read 1')
    expect(await answerOf('/role/2')).toBe('read 2')
    expect(await answerOf('/role/1', 'PUT')).toBe('change 1')
  }
  expect(await answerOf('/post')).toBe('404 Not Found')
  app.get('/post', (c) => c.text('posts'))
  expect(await answerOf('/post')).toBe('posts')
})
