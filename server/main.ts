import { createApp } from './app'
import type { Settings } from './env'
import { openFeed, type Feed } from './feed'
import { pageHeaders } from './http/page-headers'
import { startingAnswer, type Progress, type Report } from './http/starting'
import { loadSite } from './http/static'
import { createScheduler, type Scheduler } from './jobs/scheduler'
import { StartError, type Store } from './store'

/** A request that takes longer than this to arrive or to be read is cut. */
const IDLE_SECONDS = 30
/** Requests that have begun are given this long when the server stops. */
const DRAIN_MS = 8_000

export type Running = {
  /** Where people on this machine reach it. */
  url: string
  port: number
  pid: number
  /** Resolves when the API answers; rejects with what prevented it. */
  ready: Promise<void>
  /** Takes no new connection, answers what has begun, closes the database. */
  stop(): Promise<void>
}

type Reach = { phone: string; computer: string }

type Start = {
  settings: Settings
  /** Folder of the built client. */
  site: string
  /** Opens the database and fills it when it needs it; runs after the port is open, at `url`. The API answers afterwards. */
  open(report: Report, url: string): Promise<Store>
  /** Where phones and the computer it runs on reach a demo whose settings do not say. */
  reachedAt?: (port: number) => Reach
}

/**
 * Starts Caliper. The port is bound first: pages come at once, and the API says how far the start has come.
 *
 * @throws StartError when the client is not built or the address cannot be used
 */
export async function startServer({ settings, site, open, reachedAt }: Start): Promise<Running> {
  const page = await loadSite(site, settings)
  let progress: Progress = { phase: 'database', done: 0, total: 0 }
  let app: ReturnType<typeof createApp> | undefined
  let store: Store | undefined
  let scheduler: Scheduler | undefined
  let feed: Feed | undefined
  let simulator: Simulator | undefined

  const server = listen(settings, (request, self) => {
    if (!URL.canParse(request.url)) return new Response('Bad Request', { status: 400 }) // no Host header, or nonsense in it
    const { pathname } = new URL(request.url)
    if (isForSimulator(pathname)) return simulator?.fetch(request) ?? missing(settings)
    if (!isForApi(pathname)) return page(request)
    if (!app) return startingAnswer(request, progress, settings)
    const peer = self.requestIP(request)
    return app.fetch(request, peer ? { address: peer.address } : {})
  })

  const url = `http://${nameOf(settings.host)}:${server.port}`
  async function begin() {
    await Bun.sleep(0) // opening is synchronous: let the first answers out before it
    const { publicUrl: said } = settings
    const reach = said === undefined ? reachedAt?.(server.port!) : { phone: said, computer: said }
    simulator = await startSimulator(settings, server.port!, reach)
    store = await open((next) => void (progress = next), url)
    const actual = { ...settings, publicUrl: reach?.phone, wecom: simulator?.wecom ?? settings.wecom }
    scheduler = createScheduler(store, actual)
    feed = openFeed(store, actual)
    app = createApp({ store, settings: actual, scheduler, feed })
    if (settings.mode !== 'ephemeral') await scheduler.start() // tests of other programs want no surprises
  }

  async function end() {
    const drained = server.stop()
    feed?.close() // who listens live would never be done
    await Promise.race([drained, Bun.sleep(DRAIN_MS)])
    await server.stop(true)
    await Promise.race([scheduler?.stop(), Bun.sleep(DRAIN_MS)])
    // A start that is cut short leaves its transaction to the database, which rolls it back when next opened.
    if (app) await store?.close()
  }

  let ending: Promise<void> | undefined
  return { url, port: server.port!, pid: process.pid, ready: begin(), stop: () => (ending ??= end()) }
}

type Simulator = ReturnType<typeof import('./simulator').createSimulator>

/** The stand-in for WeCom, where there is one. Its code is not even read anywhere else. */
async function startSimulator({ wecomSimulator, host, https }: Settings, port: number, reach: Reach | undefined) {
  if (!wecomSimulator || !reach) return undefined
  const { createSimulator } = await import('./simulator')
  const ownUrl = `http://${ownNameOf(host)}:${port}`
  return createSimulator({ ownUrl, publicUrl: reach.phone, computerUrl: reach.computer, https })
}

const missing = (settings: Settings) =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...pageHeaders(settings), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

type Answer = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

function listen({ host, port }: Settings, fetch: Answer) {
  try {
    if (host === '127.0.0.1' && port !== 0) refuseNeighbour(port)
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      idleTimeout: IDLE_SECONDS,
      // Bun would refuse a long body without our envelope. The app's own limit answers before anything is read.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
    })
  } catch (error) {
    throw listenFault(error, host, port)
  }
}

/** Browsers take "localhost" for ::1 first, so another program there would answer in our place. */
function refuseNeighbour(port: number) {
  try {
    Bun.listen({ hostname: '::1', port, socket: { data() {} } }).stop(true)
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw error // any other reason: there is no such address here
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Why an address cannot be listened on, in one sentence. */
export function listenFault(error: unknown, host: string, port: number): StartError {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use; stop the other program or choose a port with --port.`)
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be opened by this user; choose one above 1023 with --port.`)
  }
  return new StartError(`Cannot listen on ${host}:${port} (${error instanceof Error ? error.message : String(error)}).`)
}

const isForApi = (path: string) => /^\/(api|refreshtoken|healthz|readyz|static)(\/|$)/.test(path)
const isForSimulator = (path: string) => /^\/simulator(\/|$)/.test(path)

/** The name under which this process reaches itself. */
function ownNameOf(host: string): string {
  if (host === '0.0.0.0' || host === 'localhost') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}

/** The name to open in a browser on this machine. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
