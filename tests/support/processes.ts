import { join } from 'node:path'
import type { Settings } from '#server/env'
import type { Answer } from './app'
import { spawnCommand } from './commands'
import { testFolder } from './folder'

const program = join(import.meta.dir, 'programs/server.ts')

type Sent = { token?: string; body?: unknown; headers?: Record<string, string> }
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>

/** A server of its own on a database that others are at work on as well. */
export async function startProcess(databaseUrl: string, given: Partial<Settings> = {}) {
  const site = testFolder()
  await Bun.write(join(site, 'index.html'), '<title>Caliper</title>')
  const settings = { port: 0, captcha: 'never', logRequests: false, databaseUrl, ...given }
  const command = spawnCommand([process.execPath, program, site, JSON.stringify(settings)])
  const [, url] = (await command.says(/ready (\S+)/)) as unknown as [string, string]

  async function send(method: string, path: string, { token, body, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(url + (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`), {
      method,
      headers: {
        'accept-language': 'en',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const told = (await response.json()) as Omit<Answer, 'http' | 'headers'>
    return { ...told, http: response.status, headers: response.headers } as Answer
  }
  return {
    url,
    pid: command.pid,
    written: command.written,
    send,
    get: (path: string, token?: string) => send('GET', path, token ? { token } : {}),
    post: (path: string, body: unknown, token?: string) => send('POST', path, { body, ...(token && { token }) }),
    kill: (signal: NodeJS.Signals) => command.kill(signal),
    ended: command.ended,
  }
}
