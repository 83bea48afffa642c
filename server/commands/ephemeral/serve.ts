import { seedDemo, type Account } from '#seed/index'
import { isForApi } from '#shared/api-paths'
import { codes } from '#shared/envelope'
import { startServer, type Running } from '../../main'
import { FAULT_HEADER, TEST_KEY_HEADER } from '../../platform/http/cors'
import { notFound } from '../../platform/http/refusal'
import { newToken } from '../../platform/security/token'
import { text } from '#shared/i18n/catalogues'
import { endInGoodOrder } from '../lifetime'
import { site } from '../paths'
import { commandSettings } from '../settings'
import { createClock, type ClockState } from './clock'
import { createData } from './data'
import { createFaults, faultIn, type Fault } from './faults'
import { throwAwayFolder } from './folder'
import { createFailures, createTestRoutes, isSame, type Message } from './test-routes'
import { createUnderWay } from './under-way'

const PASSWORD = 'caliper-demo'
/** Databases that were gone back from, and still end what has begun on them. */
const MOST_CLOSING = 4

type Wanted = {
  /** 0 takes a free one. */
  port: number
  /** Of pages that may call the API. */
  allowedOrigins: string[] | undefined
  /** Adds a year of quality control up to now, which takes some seconds, or a few records with fixed times. */
  data: 'year' | 'sample' | undefined
}

/** When the sample is looked at, a Monday at 10:00 in its plant: the clock begins there. */
const SAMPLE_NOW = Date.parse('2026-03-02T02:00:00Z')

/**
 * A server for the tests of other programs: demo accounts on a database that is thrown away, ids the same each time, no
 * captcha. When it is ready it writes one line of JSON to standard output, and nothing else ever: see {@link Ready}.
 */
export async function serveEphemeral({ port, allowedOrigins, data: wanted }: Wanted) {
  const data = createData(throwAwayFolder())
  const settings = commandSettings('ephemeral', {
    defaults: { CALIPER_LOG_REQUESTS: 'off', CALIPER_CAPTCHA: 'never' },
    overrides: { dataDir: data.folder, port, allowedOrigins, host: '127.0.0.1' },
  })
  const key = newToken()
  const clock = createClock(wanted === 'sample' ? SAMPLE_NOW : undefined)
  const faults = createFaults()
  const underWay = createUnderWay()
  const clocks = new Map<string, ClockState>()
  const closing = new Set<Promise<void>>()
  let accounts: Account[] = []
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
    isOwnHost: isLoopbackName,
    clock,
    faults,
    messages: () => messages(),
    goBack: (name) => inTurn(() => goBack(name)),
    keep: (name) => inTurn(() => keep(name)),
    names: data.names,
  })
  const failWith = createFailures(settings)

  /** The failure that is asked for: by a header of the request, or by a rule. */
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
    open: (report) =>
      data.first(async (store) => {
        const year = wanted === 'year' ? { end: Date.now() } : undefined
        const sample = wanted === 'sample' ? { now: SAMPLE_NOW, isSample: true } : {}
        accounts = await seedDemo(store, () => PASSWORD, report, { year, ...sample })
      }),
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
  const ready: Ready = { url: addressOf(running.port), accounts, test: { header: TEST_KEY_HEADER, key } }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`

/** Names by which this machine reaches itself: no page of another name can lead a browser here under one of them. */
const isLoopbackName = (host: string) => /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Closes the connection. */
const broken = () => new Response(new ReadableStream({ start: (controller) => controller.error() }))

/** The line that says where the server is, who may sign in, and the header with which tests ask for more. */
type Ready = { url: string; accounts: Account[]; test: { header: string; key: string } }
