import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { startBackend, stopBackend, type Backend } from '../support/backend'
import { isRunning } from '../support/commands'
import { testFolder } from '../support/folder'

/** What `serve --ephemeral` leaves, however it ends: no folder and no process. */
const TIMEOUT_MS = 120_000
const scratch = testFolder()
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function temporary(name: string) {
  const folder = join(scratch, name)
  mkdirSync(folder)
  return { folder, env: { TMPDIR: folder } }
}

async function useIt(backend: Backend) {
  await backend.ask('POST', '/snapshot', { name: 'kept' })
  await backend.reset()
  await backend.ask('POST', '/restore', { name: 'kept' })
  expect(await backend.signIn()).toBeString()
}

describe('nothing is left', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'after %s',
    async (signal) => {
      const { folder, env } = temporary(signal)
      const backend = await startBackend([], env)
      await useIt(backend)
      expect(readdirSync(folder)).toHaveLength(1)
      expect(await stopBackend(backend, signal)).toBe(0)
      expect(readdirSync(folder)).toEqual([])
      expect(isRunning(backend.command.pid)).toBe(false)
    },
    TIMEOUT_MS,
  )

  test(
    'after kill -9, from the next start on; what another server uses stays',
    async () => {
      const { folder, env } = temporary('killed')
      const killed = await startBackend([], env)
      const other = await startBackend([], env)
      const names = readdirSync(folder)
      await stopBackend(killed, 'SIGKILL')
      expect(readdirSync(folder)).toEqual(names)
      const longAgo = new Date(0)
      for (const name of names) utimesSync(join(folder, name), longAgo, longAgo)

      const next = await startBackend([], env)
      expect(readdirSync(folder)).toHaveLength(2)
      for (const backend of [other, next]) {
        await useIt(backend)
        expect(await stopBackend(backend)).toBe(0)
      }
      expect(readdirSync(folder)).toEqual([])
    },
    TIMEOUT_MS,
  )
})

test(
  'three servers at once know nothing of each other',
  async () => {
    const { folder, env } = temporary('three')
    const backends = await Promise.all([startBackend([], env), startBackend([], env), startBackend([], env)])
    const [first, second, third] = backends as [Backend, Backend, Backend]
    const role = { roleName: 'Night', roleKey: 'night', roleSort: 9, status: '2', menuIds: [] }
    const tokens = await Promise.all(backends.map((backend) => backend.signIn()))
    const ids = await Promise.all(
      backends.map(async (backend, at) => (await backend.api('POST', '/role', { token: tokens[at], body: role })).data),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await first.reset()).code).toBe(200)
    expect((await second.api('GET', `/role/${ids[1]}`, { token: tokens[1] })).data.roleKey).toBe('night')
    expect((await third.send('POST', '/__test/reset', { headers: first.known })).code).toBe(403)
    expect(await Promise.all(backends.map((backend) => stopBackend(backend)))).toEqual([0, 0, 0])
    expect(readdirSync(folder)).toEqual([])
  },
  TIMEOUT_MS,
)
