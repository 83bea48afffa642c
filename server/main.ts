import { isForApi } from '#shared/api-paths'
import { createApp } from './app'
import type { Settings } from './env'
import { auditHead } from './qc/audit/head'
import { openFeed, type Feed } from './qc/feed'
import { qcJobs } from './qc/notification/jobs'
import { createNotifier, type Notifier } from './qc/notification/sender'
import { pageHeaders } from './platform/http/page-headers'
import { startingAnswer, type Progress, type Report } from './platform/http/starting'
import { loadSite } from './platform/http/static'
import { createScheduler, type Scheduler } from './admin/job/scheduler'
import { listen, shownName, loopbackOf } from './platform/http/listen'
import { errorFields, log } from './platform/log/index'
import type { Store } from './platform/store'
import { FolderInUse } from './platform/store/start-error'
import { startFault } from './platform/store/start-fault'
import { createWatch, type Watch } from './admin/watch'
import { serveFigures } from './admin/watch/port'

/** Time for running requests when the server stops. */
const DRAIN_MS = 8_000
/**
 * Time for which a command of the host may hold the data before a message: at the start, and between closing and
 * opening them.
 */
const TAKEN_AT_START_MS = 3_000
const TAKEN_MS = 10_000

export type Running = {
  /** The URL for people on this machine. */
  url: string
  port: number
  pid: number
  /** Resolves when the API answers; rejects with the error that prevented it. */
  ready: Promise<void>
  /** Takes no new connection, finishes running requests, closes the database. */
  stop(): Promise<void>
  /**
   * Switches to the database of another folder. Requests running on the old one end there: it closes after `drained`,
   * at the latest after {@link DRAIN_MS}. Then `closed` resolves.
   */
  replace(dataDir: string, open: () => Promise<Store>, drained: () => Promise<void>): Promise<{ closed: Promise<void> }>
  /** Settles at the end: resolves after `stop`, rejects with the error that prevents a restart. */
  over: Promise<void>
}

/** The parts with which the API answers. */
type Parts = {
  app: ReturnType<typeof createApp>
  store: Store
  scheduler: Scheduler
  feed: Feed
  watch: Watch
  notifier: Notifier
  simulator: Simulator | undefined
}

type Addresses = { phone: string; computer: string }

/** The simulator of WeCom and a mail server, at the addresses for the server itself, phones and computers. */
type Simulator = {
  fetch: (request: Request) => Response | Promise<Response>
  wecom: NonNullable<Settings['wecom']>
  startMail: () => Promise<NonNullable<Settings['smtp']>>
  stopMail: () => Promise<void>
}
type Place = { ownUrl: string; publicUrl: string; computerUrl: string; https: boolean; now: () => number }
type CreateSimulator = (place: Place) => Simulator

type Start = {
  settings: Settings
  /** Folder of the built client. */
  site: string
  /** Opens the database and fills it if needed; runs after the port is open, at `url`. The API answers afterwards. */
  open(report: Report, url: string): Promise<Store>
  /** The addresses for phones and for this computer, if the settings of a demo have none. */
  addressesAt?: (port: number) => Addresses
  /** Loads the simulator of WeCom, for demos that may use it. */
  loadSimulator?: () => Promise<CreateSimulator>
  /** Unix time in milliseconds. */
  now?: () => number
  /** Answers before everything else, or continues: for the preparations of other programs' tests. */
  before?: (request: Request, goOn: () => Response | Promise<Response>) => Promise<Response>
}

/**
 * Starts Caliper. The port is bound first: pages load at once, and the API reports the progress of the start.
 *
 * @throws StartError if the client is not built or the address cannot be used
 */
export async function startServer(start: Start): Promise<Running> {
  const { settings, site, open, addressesAt, loadSimulator, now = Date.now, before } = start
  const page = await loadSite(site, settings)
  let progress: Progress = { phase: 'database', done: 0, total: 0 }
  let parts: Parts | undefined
  let figures: ReturnType<typeof serveFigures> | undefined
  let isAgain = false

  const server = listen(settings, (request, self) => {
    if (!URL.canParse(request.url)) return new Response('Bad Request', { status: 400 }) // no Host header, or nonsense in it
    return before ? before(request, () => answer(request, self)) : answer(request, self)
  })

  function answer(request: Request, { requestIP }: Bun.Server<undefined>): Response | Promise<Response> {
    const { pathname } = new URL(request.url)
    if (isForSimulator(pathname)) return parts?.simulator?.fetch(request) ?? missing(settings)
    if (isForTests(pathname)) return missing(settings)
    if (!isForApi(pathname)) return page(request)
    if (!parts) return startingAnswer(request, progress, settings)
    const peer = requestIP.call(server, request)
    const allowSeconds = (seconds: number) => server.timeout(request, seconds)
    return parts.app.fetch(request, { ...(peer && { address: peer.address }), allowSeconds })
  }

  const url = `http://${shownName(settings.host)}:${server.port}`
  async function begin() {
    const { metricsPort } = settings
    if (metricsPort !== undefined) figures ??= serveFigures(metricsPort, () => parts?.watch.figures())
    await Bun.sleep(0) // opening is synchronous: let the first answers out before it
    await serve(settings.dataDir, () =>
      opened().catch((error: unknown) => {
        throw settings.databaseUrl ? error : startFault(error, settings.dataDir)
      }),
    )
  }

  /** Answers from a database, with its own simulator if one is allowed. */
  async function serve(dataDir: string, openIt: () => Promise<Store>) {
    const { publicUrl: configured } = settings
    const addresses =
      configured === undefined ? addressesAt?.(server.port!) : { phone: configured, computer: configured }
    let simulator: Simulator | undefined
    if (settings.wecomSimulator && addresses && loadSimulator) {
      const createSimulator = await loadSimulator()
      const ownUrl = `http://${loopbackOf(settings.host)}:${server.port}`
      const { phone: publicUrl, computer: computerUrl } = addresses
      simulator = createSimulator({ ownUrl, publicUrl, computerUrl, https: settings.https, now })
    }
    const store = await openIt()
    const smtp = settings.smtp ?? (await simulator?.startMail())
    const wecom = simulator?.wecom ?? settings.wecom
    const actual = { ...settings, dataDir, publicUrl: addresses?.phone, wecom, smtp }
    const scheduler = createScheduler(store, actual, qcJobs, now)
    const feed = openFeed(store, actual, now)
    const watch = createWatch({ store, settings: actual, feed, auditHead, now, machineNow: Date.now })
    const notifier = createNotifier(store, actual, { now })
    watch.start({ isTold: parts === undefined }) // not once for each reset of a test
    const app = createApp({ store, settings: actual, now, scheduler, feed, watch, notifier, reopen })
    parts = { app, store, scheduler, feed, watch, notifier, simulator }
    await Bun.sleep(0) // as above: waiting requests come before jobs
    if (!ending) await notifier.start()
    if (settings.mode !== 'ephemeral' && !ending) await scheduler.start() // tests of other programs want no surprises
  }

  async function opened(since = performance.now()): Promise<Store> {
    try {
      return await open((next) => void (progress = next), url)
    } catch (error) {
      const patience = isAgain ? TAKEN_MS : TAKEN_AT_START_MS
      const mayPass = error instanceof FolderInUse && performance.now() - since < patience
      if (!mayPass) throw error
      await Bun.sleep(100)
      return opened(since)
    }
  }

  /** Restarts with the present data folder: a restored database is put in place when it is opened. */
  function reopen() {
    const closed = close(parts)
    isAgain = true
    parts = undefined
    progress = { phase: 'database', done: 0, total: 0 }
    closed
      .then(() => (ending ? undefined : begin()))
      .catch((error: unknown) => {
        log('error', 'reopen', errorFields(error)) // the file of the log outlives the process
        over.reject(error)
      })
  }

  async function replace(dataDir: string, openIt: () => Promise<Store>, drained: () => Promise<void>) {
    const before = parts
    await serve(dataDir, openIt)
    return { closed: close(before, (late) => Promise.race([drained(), late])) }
  }

  /** @param drain ends the running requests, `late` if they take too long */
  async function close(of: Parts | undefined, drain = async (_late: Promise<void>) => {}) {
    const late = Bun.sleep(DRAIN_MS)
    of?.watch.stopping()
    of?.feed.close() // live subscribers would never end
    await drain(late)
    await Promise.race([Promise.all([of?.scheduler.stop(), of?.notifier.stop()]), late])
    await of?.simulator?.stopMail()
    // An interrupted start leaves its transaction to the database, which rolls it back at the next opening.
    await of?.store.close()
  }

  async function end() {
    void figures?.stop(true)
    const drained = server.stop()
    await close(parts, async (late) => {
      await Promise.race([drained, late])
      await server.stop(true)
    })
    over.resolve()
  }

  const over = Promise.withResolvers<void>()
  let ending: Promise<void> | undefined
  const stop = () => (ending ??= end())
  return { url, port: server.port!, pid: process.pid, ready: begin(), stop, replace, over: over.promise }
}

const missing = (settings: Settings) =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...pageHeaders(settings), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

const isForSimulator = (path: string) => /^\/simulator(\/|$)/.test(path)

/** Exists only in `serve --ephemeral`, where another handler answers first. */
const isForTests = (path: string) => /^\/__test(\/|$)/.test(path)
