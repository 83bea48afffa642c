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

/** Requests that have begun are given this long when the server stops. */
const DRAIN_MS = 8_000
/** So long a command of the host may have the data at the start before that is told, and between closing and opening them. */
const TAKEN_AT_START_MS = 3_000
const TAKEN_MS = 10_000

export type Running = {
  /** Where people on this machine reach it. */
  url: string
  port: number
  pid: number
  /** Resolves when the API answers; rejects with what prevented it. */
  ready: Promise<void>
  /** Takes no new connection, answers what has begun, closes the database. */
  stop(): Promise<void>
  /** Settles when it has come to its end: resolves after `stop`, rejects with what keeps it from beginning anew. */
  over: Promise<void>
}

/** What the API answers by; those of before stay until a server that begins anew has its own. */
type Parts = { store: Store; scheduler: Scheduler; feed: Feed; watch: Watch; notifier: Notifier }

type Addresses = { phone: string; computer: string }

/** A stand-in for WeCom and a mail server, at the addresses where the server itself, phones and computers reach it. */
type Simulator = {
  fetch: (request: Request) => Response | Promise<Response>
  wecom: NonNullable<Settings['wecom']>
  startMail: () => Promise<NonNullable<Settings['smtp']>>
  stopMail: () => Promise<void>
}
type CreateSimulator = (place: { ownUrl: string; publicUrl: string; computerUrl: string; https: boolean }) => Simulator

type Start = {
  settings: Settings
  /** Folder of the built client. */
  site: string
  /** Opens the database and fills it when it needs it; runs after the port is open, at `url`. The API answers afterwards. */
  open(report: Report, url: string): Promise<Store>
  /** Where phones and the computer it runs on reach a demo whose settings do not say. */
  addressesAt?: (port: number) => Addresses
  /** Loads the stand-in for WeCom, where a demo may have one. */
  loadSimulator?: () => Promise<CreateSimulator>
}

/**
 * Starts Caliper. The port is bound first: pages come at once, and the API says how far the start has come.
 *
 * @throws StartError when the client is not built or the address cannot be used
 */
export async function startServer({ settings, site, open, addressesAt, loadSimulator }: Start): Promise<Running> {
  const page = await loadSite(site, settings)
  let progress: Progress = { phase: 'database', done: 0, total: 0 }
  let app: ReturnType<typeof createApp> | undefined
  let parts: Parts | undefined
  let figures: ReturnType<typeof serveFigures> | undefined
  let simulator: Simulator | undefined
  let isAgain = false

  const server = listen(settings, (request, self) => {
    if (!URL.canParse(request.url)) return new Response('Bad Request', { status: 400 }) // no Host header, or nonsense in it
    const { pathname } = new URL(request.url)
    if (isForSimulator(pathname)) return simulator?.fetch(request) ?? missing(settings)
    if (!isForApi(pathname)) return page(request)
    if (!app) return startingAnswer(request, progress, settings)
    const peer = self.requestIP(request)
    return app.fetch(request, peer ? { address: peer.address } : {})
  })

  const url = `http://${shownName(settings.host)}:${server.port}`
  async function begin() {
    const { metricsPort } = settings
    if (metricsPort !== undefined) figures ??= serveFigures(metricsPort, () => parts?.watch.figures())
    await Bun.sleep(0) // opening is synchronous: let the first answers out before it
    const { publicUrl: configured } = settings
    const addresses =
      configured === undefined ? addressesAt?.(server.port!) : { phone: configured, computer: configured }
    if (settings.wecomSimulator && addresses && loadSimulator) {
      const createSimulator = await loadSimulator()
      const ownUrl = `http://${loopbackOf(settings.host)}:${server.port}`
      const { phone: publicUrl, computer: computerUrl } = addresses
      simulator = createSimulator({ ownUrl, publicUrl, computerUrl, https: settings.https })
    }
    const store = await opened().catch((error: unknown) => {
      throw settings.databaseUrl ? error : startFault(error, settings.dataDir)
    })
    const smtp = settings.smtp ?? (await simulator?.startMail())
    const actual = { ...settings, publicUrl: addresses?.phone, wecom: simulator?.wecom ?? settings.wecom, smtp }
    const scheduler = createScheduler(store, actual, qcJobs)
    const feed = openFeed(store, actual)
    const watch = createWatch({ store, settings: actual, feed, auditHead })
    const notifier = createNotifier(store, actual)
    parts = { store, scheduler, feed, watch, notifier }
    watch.start()
    app = createApp({ store, settings: actual, scheduler, feed, watch, notifier, reopen })
    await Bun.sleep(0) // as above: who waits is answered before jobs are looked at
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

  /** Starts again with what is in the data folder now: a restored database is put in place when it is opened. */
  function reopen() {
    const closed = close()
    isAgain = true
    app = undefined
    progress = { phase: 'database', done: 0, total: 0 }
    closed
      .then(() => (ending ? undefined : begin()))
      .catch((error: unknown) => {
        log('error', 'reopen', errorFields(error)) // the file of the log outlives the process
        over.reject(error)
      })
  }

  /** @param drain ends the requests that have begun, `late` where they take too long */
  async function close(drain = async (_late: Promise<void>) => {}) {
    const late = Bun.sleep(DRAIN_MS)
    const isOpen = app !== undefined
    parts?.watch.stopping()
    parts?.feed.close() // who listens live would never be done
    await drain(late)
    await Promise.race([Promise.all([parts?.scheduler.stop(), parts?.notifier.stop()]), late])
    await simulator?.stopMail()
    // A start that is cut short leaves its transaction to the database, which rolls it back when next opened.
    if (isOpen) await parts?.store.close()
  }

  async function end() {
    void figures?.stop(true)
    const drained = server.stop()
    await close(async (late) => {
      await Promise.race([drained, late])
      await server.stop(true)
    })
    over.resolve()
  }

  const over = Promise.withResolvers<void>()
  let ending: Promise<void> | undefined
  const stop = () => (ending ??= end())
  return { url, port: server.port!, pid: process.pid, ready: begin(), stop, over: over.promise }
}

const missing = (settings: Settings) =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...pageHeaders(settings), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

const isForSimulator = (path: string) => /^\/simulator(\/|$)/.test(path)
