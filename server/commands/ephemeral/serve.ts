import { hostname } from 'node:os'
import { demoAccounts, seedDemo, type Account } from '#seed/index'
import { isForApi } from '#shared/api-paths'
import { codes } from '#shared/envelope'
import { startServer, type Running } from '../../main'
import { FAULT_HEADER, TEST_KEY_HEADER } from '../../platform/http/cors'
import { loopbackOf } from '../../platform/http/listen'
import { notFound } from '../../platform/http/refusal'
import { randomPassword } from '../../platform/security/password'
import { newToken } from '../../platform/security/token'
import type { Store } from '../../platform/store'
import type { Report } from '../../platform/http/starting'
import { text } from '#shared/i18n/catalogues'
import { endInGoodOrder } from '../lifetime'
import { isLoopback, networkUrls } from '../open-demo'
import { site } from '../paths'
import { commandSettings } from '../settings'
import { createClock, type ClockState } from './clock'
import { createData } from './snapshots'
import { createFaults, faultIn, type Fault } from './faults'
import { throwAwayFolder } from './folder'
import { createFailures, createTestRoutes, isSame, type Message } from './test-routes'
import { createUnderWay } from './under-way'
import { cacheFolder, createImages, thisBuild, type Image } from './start-images'

const PASSWORD = 'caliper-demo'
/** Replaced databases that are still finishing their requests. */
const MOST_CLOSING = 4

type Wanted = {
  /** By default only this machine; with any other host, passwords are random. */
  host: string | undefined
  /** 0 takes a free port. */
  port: number
  /** Origins of pages that may call the API. */
  allowedOrigins: string[] | undefined
  /** Adds a year of quality control up to now, which takes half a minute or more, or a few records with fixed times. */
  data: 'year' | 'sample' | undefined
}

/** The present of the sample, a Monday at 10:00 in its plant: the clock begins there. */
const SAMPLE_NOW = Date.parse('2026-03-02T02:00:00Z')

/**
 * A server for the tests of other programs: demo accounts on a temporary database, ids the same each time, no captcha.
 * When it is ready it writes one line of JSON to standard output, and nothing else: see {@link Ready}.
 */
export async function serveEphemeral({ host = '127.0.0.1', port, allowedOrigins, data: wanted }: Wanted) {
  const data = createData(throwAwayFolder())
  const settings = commandSettings('ephemeral', {
    defaults: { CALIPER_LOG_REQUESTS: 'off', CALIPER_CAPTCHA: 'never' },
    overrides: { dataDir: data.folder, port, allowedOrigins, host },
  })
  const key = newToken()
  const password = isLoopback(host) ? PASSWORD : randomPassword()
  const addressOf = (port: number) => `http://${loopbackOf(host)}:${port}`
  const clock = createClock()
  const faults = createFaults()
  const underWay = createUnderWay()
  const clocks = new Map<string, ClockState>()
  const closing = new Set<Promise<void>>()
  let messages = (): readonly Message[] => []
  let latest: Promise<unknown> = Promise.resolve()

  /** One after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = latest.then(work)
    latest = mine.catch(() => {})
    return mine
  }

  async function goBack(name?: string) {
    if (name !== undefined && !data.has(name)) throw notFound()
    while (closing.size >= MOST_CLOSING) await Promise.race(closing)
    const before = data.current()
    const { dataDir, open } = data.copyOf(name)
    faults.clear()
    if (name === undefined) clock.reset()
    else clock.restore(clocks.get(name)!)
    const { closed } = await running.replace(dataDir, open, underWay.renew)
    const over = closed.then(() => data.remove(before)).finally(() => closing.delete(over))
    closing.add(over)
  }

  async function keep(name: string) {
    await data.keep(name)
    clocks.set(name, clock.state())
  }

  const routes = createTestRoutes({
    settings,
    key,
    isOwnHost: isLoopback(host) ? isLoopbackName : isNameOfThisMachine,
    clock,
    faults,
    messages: () => messages(),
    goBack: (name) => inTurn(() => goBack(name)),
    keep: (name) => inTurn(() => keep(name)),
    names: data.names,
  })
  const failWith = createFailures(settings)

  /** The requested fault: by a header of the request, or by a rule. */
  function faultOf(request: Request, path: string): Fault | undefined {
    if (!isForApi(path) || request.method === 'OPTIONS') return undefined
    const asked = request.headers.get(FAULT_HEADER)
    if (asked === null) return faults.take(request.method, path)
    if (!isSame(request.headers.get(TEST_KEY_HEADER) ?? '', key)) {
      return { code: codes.forbidden, msg: text('en', 'test.noKey', { name: TEST_KEY_HEADER }) }
    }
    return faultIn(asked) ?? { code: codes.badRequest, msg: text('en', 'test.badFault', { name: FAULT_HEADER }) }
  }

  async function before(request: Request, goOn: () => Response | Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (/^\/__test(\/|$)/.test(pathname)) return routes.fetch(request)
    const fault = faultOf(request, pathname)
    const turn = underWay.begin()
    try {
      if (!fault) return await goOn()
      if (fault.latencyMs) await Bun.sleep(fault.latencyMs)
      if (fault.drop === 'request' || turn.isStale()) return broken()
      if (fault.code ?? fault.status) return await failWith(request, fault)
      const answer = await goOn()
      if (fault.drop !== 'answer') return answer
      await answer.body?.cancel()
      return broken()
    } finally {
      turn.end()
    }
  }

  /** From an image of an earlier start, or made now. With a year or a sample, the clock begins at its end. */
  async function open(report: Report): Promise<Store> {
    const images = createImages(cacheFolder(), wanted ?? 'plain', await thisBuild())
    const image = images.find()
    const { store, madeAt } = (image && (await take(image))) ?? (await make())
    if (wanted) clock.beginAt(madeAt)
    return store

    async function take({ path, madeAt }: Image) {
      const withPasswords = isLoopback(host) ? undefined : fill({ now: madeAt })
      return data.firstFrom(path, withPasswords).then(
        (store) => ({ store, madeAt }),
        () => images.drop(path), // it is damaged
      )
    }

    async function make() {
      const madeAt = wanted === 'sample' ? SAMPLE_NOW : Date.now()
      const year = wanted === 'year' ? { end: madeAt } : undefined
      const store = await data.first(fill({ now: madeAt, year, isSample: wanted === 'sample' }))
      if (isLoopback(host)) images.keep(data.start(), madeAt)
      return { store, madeAt }
    }

    function fill(options: Parameters<typeof seedDemo>[3]) {
      return async (store: Store) => void (await seedDemo(store, () => password, report, options))
    }
  }

  const running: Running = await startServer({
    settings,
    site,
    now: clock.now,
    before,
    async loadSimulator() {
      const { createSimulator } = await import('../simulator')
      return (place) => {
        const simulator = createSimulator(place)
        messages = simulator.messages
        return simulator
      }
    },
    addressesAt: (port) => ({ phone: addressOf(port), computer: addressOf(port) }),
    open,
  })
  // The caller may be killed without a chance to stop this.
  endInGoodOrder(
    () =>
      running
        .stop()
        .then(() => Promise.all(closing))
        .then(() => {}),
    { caller: true },
  )
  await running.ready
  const accounts = demoAccounts(() => password)
  const ready: Ready = { url: addressOf(running.port), accounts, test: { header: TEST_KEY_HEADER, key } }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

/** Loopback names of this machine: no page with another name can lead a browser here under one of them. */
const isLoopbackName = (host: string) => /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Loopback names, and the names under which others in the network reach this machine. */
const isNameOfThisMachine = (host: string) =>
  isLoopbackName(host) ||
  host === hostname().toLowerCase() ||
  networkUrls(0).some((url) => new URL(url).hostname === host)

/** A response that breaks the connection. */
const broken = () => new Response(new ReadableStream({ start: (controller) => controller.error() }))

/** The output line: the server's URL, the accounts, and the header and key of test calls. */
type Ready = { url: string; accounts: Account[]; test: { header: string; key: string } }
