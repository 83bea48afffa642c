/**
 * `bun run bench:start`: from the start of the process to the first good answer, on a database with a year of records,
 * and the memory it holds idle and after a minute of requests; of the executable and from the sources.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from '#server/commands/bootstrap'
import { plainEnvironment } from '../support/commands'
import { cpuMicros, residentMebibytes } from './side'
import { median, printFigures, type Figure } from './figures'

const STARTS = 11
const IDLE_MS = 15_000
const LOAD_MS = 60_000
const CLIENTS = 8
/** Of each between two requests: some 300 a second, which is far more than a plant has, and leaves the machine room. */
const PAUSE_MS = 20
const paths = [
  '/role',
  '/sys-user',
  '/qc/value-base?pageSize=20',
  '/qc/signal',
  '/menurole',
  '/dict/type',
  '/post',
  '/getinfo',
]

await bootstrap({ client: 'current' })
const { seedDemo } = await import('#seed/index')
const { packageProduct } = await import('#server/commands/package-product')
const { openStore } = await import('#server/platform/store/index')

const folder = mkdtempSync(join(tmpdir(), 'caliper-bench-start-'))
const executable = await packageProduct(join(folder, 'caliper'))
const dataDir = join(folder, 'data')
const store = await openStore({ dataDir, databaseUrl: undefined })
const [account] = await seedDemo(
  store,
  () => 'caliper-demo',
  () => {},
  { year: { end: Date.now() } },
)
await store.close()

let port = 20_000 + (process.pid % 20_000)

/** Starts the server, and waits for its first good answer, for which it is asked every `everyMs`. */
async function start(command: string[], everyMs: number) {
  port += 1
  const at = performance.now()
  const child = Bun.spawn([...command, 'serve', '--port', String(port)], {
    env: plainEnvironment({ CALIPER_DATA_DIR: dataDir, CALIPER_CAPTCHA: 'never', CALIPER_LOG_REQUESTS: 'off' }),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    await Bun.sleep(everyMs)
  }
  return {
    url,
    pid: child.pid,
    ms: performance.now() - at,
    cpuMs: cpuMicros(child.pid) / 1000,
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

async function startTimes(command: string[]) {
  const starts: { ms: number; cpuMs: number }[] = []
  for (let count = 0; count < STARTS; count += 1) {
    const server = await start(command, 1)
    starts.push(server)
    await server.stop()
  }
  return { ms: starts.map(({ ms }) => ms), cpuMs: starts.map(({ cpuMs }) => cpuMs) }
}

async function memory(command: string[]) {
  const server = await start(command, 25)
  try {
    await Bun.sleep(IDLE_MS)
    const idle = residentMebibytes(server.pid)
    const requests = await load(server.url)
    return { idle, loaded: residentMebibytes(server.pid), requests }
  } finally {
    await server.stop()
  }
}

async function load(url: string): Promise<number> {
  const body = JSON.stringify({ username: account!.username, password: account!.password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body })
  const { token }: { token: string } = await answer.json()
  const endsAt = performance.now() + LOAD_MS
  let requests = 0
  const client = async () => {
    while (performance.now() < endsAt) {
      const path = paths[requests++ % paths.length]
      const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
      await response.arrayBuffer()
      await Bun.sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return requests
}

/** What the product, which is the executable, holds itself to with a year of records. */
const floor = {
  start: { must: 120, aim: 80 },
  idle: { must: 90, aim: 60 },
  loaded: { must: 120, aim: 80 },
}

async function measure(name: string, command: string[], limits: Partial<typeof floor>): Promise<Figure[]> {
  const times = await startTimes(command)
  const { idle, loaded, requests } = await memory(command)
  const perSecond = Math.round((requests / LOAD_MS) * 1000)
  return [
    {
      what: `${name}: start to first good answer, median of ${STARTS}`,
      unit: 'ms',
      value: median(times.ms),
      ...limits.start,
    },
    { what: `${name}: fastest of these`, unit: 'ms', value: Math.min(...times.ms) },
    { what: `${name}: slowest of these`, unit: 'ms', value: Math.max(...times.ms) },
    { what: `${name}: processor time until then, median`, unit: 'ms', value: median(times.cpuMs) },
    { what: `${name}: memory idle`, unit: 'MiB', value: idle, ...limits.idle },
    {
      what: `${name}: memory after a minute, ${perSecond} requests a second`,
      unit: 'MiB',
      value: loaded,
      ...limits.loaded,
    },
  ]
}

try {
  const size: Figure = { what: 'executable: size', unit: 'MB', value: executable.bytes / 1_000_000 }
  const inOneFile = await measure('executable', [executable.path], floor)
  const fromSources = await measure('sources', [process.execPath, 'server/commands/caliper.ts'], {})
  const holds = printFigures([size, ...inOneFile, ...fromSources])
  process.exitCode = holds ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
