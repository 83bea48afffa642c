import { resolve } from 'node:path'
import { spawnCommand, type Command } from './commands'

const root = resolve(import.meta.dir, '../..')
const CHEAP_PASSWORDS = './tests/support/programs/cheap-passwords.ts'

/** `data` is `any` so that a test may assert on whatever came back. */
type Answer = { status: number; code: number; msg: string; data: any; token?: string; headers: Headers }
type Sent = { body?: unknown; token?: string | undefined; headers?: Record<string, string> }
type Account = { username: string; password: string; roles: string[] }

/** A server as `serve --ephemeral` starts one for the tests of others, but that signing in takes no time. */
export async function startBackend(args: string[] = [], env: Record<string, string> = {}) {
  const program = ['--preload', CHEAP_PASSWORDS, 'server/commands/caliper.ts', 'serve', '--ephemeral', ...args]
  const command = spawnCommand([process.execPath, ...program], { cwd: root, env })
  const [line] = await command.says(/^\{"url".*\}$/m)
  return { ...callerOf(JSON.parse(line)), command }
}

type Ready = { url: string; accounts: Account[]; test: { header: string; key: string } }

function callerOf(ready: Ready) {
  const { url, test } = ready
  const known = { [test.header]: test.key }

  async function send(method: string, path: string, { body, token, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        'accept-language': 'en',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer
    return { ...answer, status: response.status, headers: response.headers }
  }
  const api = (method: string, path: string, sent?: Sent) => send(method, `/api/v1${path}`, sent)
  /** What only who started the server may ask. */
  const ask = (method: string, path: string, body?: unknown) =>
    send(method, `/__test${path}`, { headers: known, ...(body !== undefined && { body }) })

  return {
    ...ready,
    known,
    send,
    api,
    ask,
    reset: () => ask('POST', '/reset'),
    async signIn(username = 'admin', password = 'caliper-demo') {
      return (await api('POST', '/login', { body: { username, password } })).token
    },
  }
}
export type Backend = Awaited<ReturnType<typeof startBackend>>

/** Ends it as a test runner does. @returns its exit code */
export async function stopBackend({ command }: { command: Command }, signal: NodeJS.Signals = 'SIGTERM') {
  command.kill(signal)
  return command.ended()
}
