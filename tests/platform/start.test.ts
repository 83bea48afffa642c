import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { readSettings } from '#server/env'
import { startServer, type Running } from '#server/main'
import { StartError, type Store } from '#server/platform/store/index'
import { FolderInUse } from '#server/platform/store/start-error'
import { openTestStore } from '../support/store'

const folder = await mkdtemp(join(tmpdir(), 'caliper-start-'))
await Bun.write(join(folder, 'index.html'), '<title>Caliper</title>')
afterAll(() => rm(folder, { recursive: true }))

let running: Running | undefined
afterEach(() => running?.stop())

const settings = readSettings({}, { port: 0, logRequests: false, captcha: 'never' })
type Open = Parameters<typeof startServer>[0]['open']

async function start(open: Open, changed: Partial<typeof settings> = {}) {
  running = await startServer({ settings: { ...settings, ...changed }, site: folder, open })
  return running
}

async function openSeeded(): Promise<Store> {
  const store = await openTestStore()
  await seedProduction(store, { adminPassword: 'a password of my own' })
  return store
}

describe('while it starts', () => {
  test('pages come, and the API says how far it is, until it answers', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>()
    const { promise: hasReported, resolve: reported } = Promise.withResolvers<void>()
    const { url, ready } = await start(async (report) => {
      report({ phase: 'accounts', done: 2, total: 5 })
      reported()
      await goOn
      return openSeeded()
    })
    await hasReported
    expect(await (await fetch(`${url}/login`)).text()).toContain('Caliper')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    for (const path of ['/readyz', '/api/v1/getinfo', '/refreshtoken', '/api/docs']) {
      const answer = await fetch(url + path, { headers: { 'accept-language': 'en' } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      const envelope = await answer.json()
      expect(envelope).toMatchObject({ code: 503, data: { phase: 'accounts', done: 2, total: 5 } })
      expect(envelope.requestId).toBe(answer.headers.get('x-request-id'))
    }
    const older = await fetch(`${url}/api/v1/getinfo`, { headers: { 'x-envelope-status': '200' } })
    expect([older.status, (await older.json()).code]).toEqual([200, 503])

    resolve()
    await ready
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/api/v1/getinfo`)).status).toBe(401)
  })

  test.each(['/health', '/healthcheck', '/livez', '/live', '/ready', '/ping', '/healthz/live', '/readyz/'])(
    'a probe of %s, which is nothing here, is never told that all is well',
    async (path) => {
      const { promise: goOn, resolve } = Promise.withResolvers<void>()
      const { url, ready } = await start(
        async () => {
          await goOn
          return openSeeded()
        },
        { envelopeStatus: '200' },
      )
      expect((await fetch(url + path)).status).toBe(503)
      resolve()
      await ready
      const answer = await fetch(url + path)
      expect([answer.status, (await answer.json()).code]).toEqual([404, 404])
      expect((await fetch(`${url}/caliper/qc`)).status).toBe(200)
    },
  )

  test('what prevents it is handed on', async () => {
    const { ready } = await start(async () => {
      throw new StartError('The disk is on fire.')
    })
    await expect(ready).rejects.toThrow('The disk is on fire.')
  })

  test('a command that has the data for a moment, such as doctor, does not prevent it; who keeps them does, soon', async () => {
    let asked = 0
    const { url, ready, stop } = await start(async () => {
      if (++asked < 3) throw new FolderInUse('Another Caliper server is using it.')
      return openSeeded()
    })
    await ready
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await stop()

    const began = performance.now()
    const { ready: never } = await start(async () => {
      throw new FolderInUse('Another Caliper server is using it.')
    })
    await expect(never).rejects.toThrow('Another Caliper server is using it.')
    expect(performance.now() - began).toBeLessThan(8_000)
  }, 20_000)

  test('a port in use is said in one sentence', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    await expect(start(openSeeded, { port: other.port! })).rejects.toThrow(`Port ${other.port} is in use`)
  })
})

test('a body beyond the limit gets the envelope, before it is read', async () => {
  const { port, ready } = await start(openSeeded)
  await ready
  const socket = await open(port)
  const head =
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{'
  const { status, code } = await exchange(socket, head, /^HTTP\/1.1 (?<status>\d+)[^]*"code":(?<code>\d+)/)
  expect([status, code]).toEqual(['413', '413'])
  socket.destroy()
})

test.each([
  ['none', 'GET /api/v1/app-config HTTP/1.0\r\n\r\n'],
  ['an empty one', 'GET /api/v1/app-config HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n'],
  ['nonsense', 'GET /login HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n'],
  ['an impossible port', 'GET / HTTP/1.1\r\nHost: x:99999\r\nConnection: close\r\n\r\n'],
])('a Host header that is %s is no fault of ours', async (_, head) => {
  const { port, ready } = await start(openSeeded)
  await ready
  const socket = await open(port)
  const { status } = await exchange(socket, head, /^HTTP\/1.\d (?<status>\d+)/)
  expect(Number(status)).toBeLessThan(500)
  socket.destroy()
})

describe('when it is told to stop', () => {
  test('idle connections do not hold it up, and what has begun is answered', async () => {
    const { url, port, ready, stop } = await start(openSeeded)
    await ready
    const idle = await open(port)
    await exchange(idle, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', /"code":200/)

    const body = JSON.stringify({ username: 'admin', password: 'a password of my own' })
    const begun = await open(port)
    const head = `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    // One answered request on the same connection shows that the server reads it; the next is left half said.
    await exchange(begun, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`, /"code":200/)
    begun.write(head + body.slice(0, 10))
    await fetch(`${url}/healthz`)

    const stopped = stop()
    const { token } = await exchange(begun, body.slice(10), /"token":"(?<token>[^"]+)"/)
    expect(token).toBeString()
    await stopped
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })
})

function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
  return promise
}

/** Sends `text` and waits for an answer that matches; rejects when the connection ends without one. */
function exchange(socket: Socket, text: string, pattern: RegExp): Promise<Record<string, string>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>()
  let answer = ''
  const hear = (chunk: Buffer) => {
    answer += chunk.toString()
    const match = answer.match(pattern)
    if (!match) return
    socket.off('data', hear)
    resolve(match.groups ?? {})
  }
  socket.on('data', hear).once('close', () => reject(new Error(`closed after: ${answer}`)))
  socket.write(text)
  return promise
}
