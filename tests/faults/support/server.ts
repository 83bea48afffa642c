import { join, resolve } from 'node:path'
import { residentMebibytes } from '../../bench/side'
import { spawnCommand, type Command } from '../../support/commands'

const root = resolve(import.meta.dir, '../../..')

/** The command line under test: the built executable where CALIPER_BIN names it, else the sources. */
export function caliper(...args: string[]): string[] {
  const built = process.env['CALIPER_BIN']
  return built ? [resolve(built), ...args] : [process.execPath, join(root, 'server/commands/caliper.ts'), ...args]
}

type Options = {
  env?: Record<string, string>
  /** What the command is put behind, such as `strace -f`. */
  behind?: string[]
  port?: number
}
export type Server = Awaited<ReturnType<typeof serve>>

const started = /"event":"started".*?"url":"http:\/\/localhost:(\d+)"(?:.*?"pid":(\d+))?/

/** A server as it runs at a plant, in a process of its own. */
export async function serve(dataDir: string, { env = {}, behind = [], port = 0 }: Options = {}) {
  const began = performance.now()
  const process = launch(dataDir, { env, behind, port })
  const [, at, pid] = await process.says(started)
  return {
    ...process,
    url: `http://127.0.0.1:${at}`,
    /** Of the server itself, where it runs behind something. */
    pid: Number(pid ?? process.pid),
    /** From its command until it could serve, in milliseconds. */
    readyMs: performance.now() - began,
    memory: () => residentMebibytes(Number(pid ?? process.pid)),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      process.kill(signal)
      return process.ended()
    },
  }
}

const launched = new Set<Command>()

/** Ends what is still running of all that was launched here. */
export async function endAll() {
  for (const command of launched) command.kill('SIGKILL')
  await Promise.all([...launched].map((command) => command.ended()))
  launched.clear()
}

/** The same where it may not come so far. */
export function launch(dataDir: string, { env = {}, behind = [], port = 0 }: Options = {}) {
  const command = spawnCommand([...behind, ...caliper('serve')], {
    env: {
      CALIPER_DATA_DIR: dataDir,
      CALIPER_PORT: String(port),
      CALIPER_CAPTCHA: 'never',
      CALIPER_LOG_REQUESTS: 'off',
      CALIPER_PUBLIC_PER_MINUTE: 'off',
      CALIPER_WRITES_PER_MINUTE: 'off',
      ...env,
    },
  })
  launched.add(command)
  return command
}

/** `data` is `any` so that a fault may look at whatever came back. */
export type Reply = { http: number; code: number; data: any; msg: string; ms: number; headers: Headers }

/** A call of the API; rejects when there is no answer in time. */
export async function call(
  { url }: { url: string },
  token: string | undefined,
  path: string,
  body?: unknown,
  { method = body === undefined ? 'GET' : 'POST', ms = 30_000 } = {},
): Promise<Reply> {
  const began = performance.now()
  const response = await fetch(url + (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`), {
    method,
    headers: {
      'accept-language': 'en',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ms),
  })
  const text = await response.text()
  const told = text.startsWith('{') ? JSON.parse(text) : {}
  return { ...told, http: response.status, headers: response.headers, ms: performance.now() - began }
}
