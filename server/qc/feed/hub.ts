import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { errorFields, log } from '../../platform/log/index'
import type { Scope } from '../../access/department/data-scope'
import { feedBetween, firstEventId, lastEventId, type FeedRow } from './queries'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { isSilence } from '../../platform/store/fault'
import { withTimeout, createYielder, PATIENCE_MS, yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { figuresKey, framesOf, hearsFigures, keyOf, momentary, type Hearing, createPlaces } from './listener'
import { createPulse } from './pulse'

/** Far less than a connection may be silent; also how often is asked, whatever happens, whether a listener may go on. */
const BEAT_MS = 15_000
/** What is committed within this time travels together. */
const GATHER_MS = 20
/** How often is looked where other processes write as well: what they tell is heard of at once, unless something fails. */
const LOOK_MS = 10_000
/** Changes of access within this time are looked at together. */
const LOOK_SOON_MS = 50
/** So much may wait for one reader, in bytes, beyond what the network takes; then it is dropped. */
const MAX_BACKLOG = 256 * 1024
/** So many are written to before requests have their turn: the network takes what was written only then. */
const SLICE = 250
const RETRY_SECONDS = '1'

export type Listener = Hearing & {
  /** Who it is, for the number that one may have: `user 7`. */
  holder: string
  /** By what they listen, such as a session: asked about once for all that listen by the same. */
  seat: string
  /** Until when they may stay, as far as is known now: Unix time in milliseconds, 0 when they may not. */
  mayStay(now: number): Promise<number>
  /** The last event they have heard; what they missed since then comes first. */
  lastId: number | undefined
  /** Their request, which ends when they leave. */
  signal: AbortSignal
}
type Ear = Listener & {
  key: string
  controller: ReadableStreamDefaultController<Uint8Array>
  /** Bytes since nothing was waiting for them to read. */
  backlog: number
  leave(): void
}

/** The figures of a product line for those who watch it, as JSON; nothing where there are none. */
export type KpiOf = (store: Store, productId: number, scope: Scope | undefined) => Promise<unknown> | undefined
type Figures = Pick<Hearing, 'productId' | 'scope'>

type Parts = {
  store: Store
  settings: Pick<Settings, 'maxStreams' | 'maxStreamsPerUser'>
  now?: () => number
  kpiOf?: KpiOf
  beatMs?: number
  patienceMs?: number
}
export type Feed = ReturnType<typeof createFeed>

/**
 * Tells listeners what was committed (`tell` in queries/qc-feed), each event once and in order. It reads what is new
 * after a commit, so nothing that was told can be forgotten on its way; while nobody listens it does nothing.
 */
export function createFeed({
  store,
  settings,
  now = Date.now,
  kpiOf,
  beatMs = BEAT_MS,
  patienceMs = PATIENCE_MS,
}: Parts) {
  const places = createPlaces(settings)
  const ears = new Set<Ear>()
  /** Who has come, those included who are still being told what they missed. */
  const present = new Set<Ear>()
  /** All up to this event were told; unknown while nobody listens. */
  let told: number | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setTimeout> | undefined
  /** Looks when the time of somebody ends, which is at `leavingAt`. */
  let leaving: ReturnType<typeof setTimeout> | undefined
  let leavingAt = Infinity
  let rest: (() => void) | undefined
  let isClosed = false
  const want = createPulse<Figures>(tellFigures)

  /**
   * What writes to listeners goes on one after the other, so that each hears everything in order. Where one takes too
   * long the line is given up: all end, come again, and go on after what they have heard.
   */
  let line = Promise.resolve()
  const inLine = (work: () => Promise<void>): Promise<void> =>
    (line = line.then(() => withTimeout(work(), patienceMs, giveUp)).catch(fault))
  function giveUp() {
    for (const ear of present) end(ear)
    throw new Error('What is told live was given up: it took too long.')
  }
  const fault = (error: unknown) => log('warn', 'feed', errorFields(error)) // tried again at the next commit or beat

  function wake() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void inLine(follow)
    }, GATHER_MS)
  }

  /** Begins when the first listener comes; ends when the last has left. */
  function begin() {
    const unhear = [store.onCommit(wake), store.onNews('feed', wake), store.onNews('access', lookSoon)]
    const beating = setInterval(() => void beat(), beatMs)
    const waking = store.isShared ? setInterval(wake, LOOK_MS) : undefined
    return () => {
      for (const stop of unhear) stop()
      for (const timer of [gathering, looking, leaving]) clearTimeout(timer)
      gathering = looking = leaving = undefined
      leavingAt = Infinity
      clearInterval(beating)
      clearInterval(waking)
    }
  }

  async function beat() {
    await look()
    await inLine(async () => {
      await follow()
      await write(momentary('heartbeat', { at: new Date(now()).toISOString() }, told))
    })
  }

  /** Looks at all once more; others that are asked for meanwhile are one. */
  function lookSoon() {
    looking ??= setTimeout(() => {
      looking = undefined
      void look()
    }, LOOK_SOON_MS)
  }

  /** Ends those who may not listen any more: their session is over, or their rights are others. */
  async function look() {
    leavingAt = Infinity
    const yieldIfDue = createYielder()
    for (const [, seated] of Map.groupBy(present, ({ seat }) => seat)) {
      const until = await seated[0]!.mayStay(now()).catch(untilKnown)
      if (until > now()) lookAt(until)
      else for (const ear of seated) end(ear)
      await yieldIfDue()
    }
  }

  /** While the database is silent nothing can be told, and all are looked at when it is back. Others come again, and hear why not. */
  const untilKnown = (error: unknown) => (isSilence(error) ? now() + beatMs : 0)

  /** Looks at that time as well, where it comes before the next beat. */
  function lookAt(until: number) {
    const waitMs = until - now()
    if (waitMs >= beatMs || until >= leavingAt || present.size === 0) return
    clearTimeout(leaving)
    leavingAt = until
    leaving = setTimeout(() => void look(), waitMs)
  }

  /** Reads what is new, and tells it. */
  async function follow() {
    const before = told
    if (before === undefined) return
    const upTo = await lastEventId(store)
    if (upTo <= before) return
    const rows = await feedBetween(store, { after: before, upTo })
    if (told !== before) return // it was given up, and others were told meanwhile
    told = upTo
    await (rows ? tellAll(rows) : write(momentary('reset', {}, upTo)))
    const watching = [...ears].filter(({ types }) => types.includes('kpi'))
    for (const [name, [ear]] of Map.groupBy(watching, figuresKey)) {
      if (rows?.some((row) => hearsFigures(ear!, row))) want(name, { productId: ear!.productId, scope: ear!.scope })
    }
  }

  function tellAll(rows: readonly FeedRow[]) {
    const frames = new Map<string, Uint8Array | undefined>()
    return each((ear) => {
      if (!frames.has(ear.key)) frames.set(ear.key, framesOf(ear, rows))
      send(ear, frames.get(ear.key))
    })
  }

  const write = (chunk: Uint8Array, isFor: (ear: Ear) => boolean = () => true) =>
    each((ear) => isFor(ear) && send(ear, chunk))

  async function each(work: (ear: Ear) => void) {
    let count = 0
    for (const ear of ears) {
      work(ear)
      count += 1
      if (count % SLICE === 0) await yieldToEventLoop()
    }
  }

  async function tellFigures(whose: Figures) {
    try {
      const figures = whose.productId !== undefined && (await kpiOf?.(store, whose.productId, whose.scope))
      if (!figures) return
      const name = figuresKey(whose)
      await write(momentary('kpi', figures), (ear) => ear.types.includes('kpi') && figuresKey(ear) === name)
    } catch (error) {
      fault(error)
    }
  }

  function send(ear: Ear, chunk: Uint8Array | undefined) {
    if (!chunk || !present.has(ear)) return
    const isRead = (ear.controller.desiredSize ?? 0) > 0
    ear.backlog = chunk.byteLength + (isRead ? 0 : ear.backlog)
    if (ear.backlog <= MAX_BACKLOG) return ear.controller.enqueue(chunk)
    ear.leave() // what waits for a reader that does not read is given up
    ear.controller.error(new Error('reads too slowly'))
  }

  function end(ear: Ear) {
    if (!present.has(ear)) return
    ear.leave()
    ear.controller.close()
  }

  /** Tells who has come what they missed, and from then on what is new. */
  async function admit(ear: Ear) {
    try {
      const upTo = told ?? (await lastEventId(store))
      if (!present.has(ear)) return
      told ??= upTo
      await follow()
      const missed = await missedBy(ear, told)
      if (!present.has(ear)) return
      send(ear, missed ? framesOf(ear, missed) : momentary('reset', {}, told))
      send(ear, momentary('heartbeat', { at: new Date(now()).toISOString() }, told))
      ears.add(ear)
    } catch (error) {
      end(ear)
      throw error
    }
  }

  /** `undefined` when they cannot be told any more: it was too much, is forgotten, or was told by another database. */
  async function missedBy({ lastId, productId }: Ear, upTo: number): Promise<FeedRow[] | undefined> {
    if (lastId === undefined || lastId === upTo) return []
    const isKnown = lastId >= 0 && lastId < upTo && lastId >= (await firstEventId(store)) - 1
    return isKnown ? feedBetween(store, { after: lastId, upTo, productId }) : undefined
  }

  return {
    /**
     * What a listener is told, as it travels, until they leave or may not listen any more.
     * @throws Refusal 429 when too many listen, 503 when the server is stopping
     */
    join(listener: Listener): ReadableStream<Uint8Array> {
      if (isClosed) throw new Refusal(codes.busy, 'error.busy').with({ 'retry-after': RETRY_SECONDS })
      places.take(listener.holder)
      let ear: Ear | undefined
      return new ReadableStream<Uint8Array>({
        start(controller) {
          ear = { ...listener, key: keyOf(listener), controller, backlog: 0, leave: () => leave(ear!) }
          present.add(ear)
          rest ??= begin()
          if (listener.signal.aborted) ear.leave()
          else listener.signal.addEventListener('abort', ear.leave, { once: true })
          void inLine(() => admit(ear!))
          void ear.mayStay(now()).then(lookAt, fault)
        },
        cancel: () => ear?.leave(),
      })
    },
    size: () => present.size,
    /** Ends all and takes nobody any more. */
    close(): void {
      isClosed = true
      for (const ear of present) end(ear)
    },
  }

  function leave(ear: Ear) {
    if (!present.delete(ear)) return
    ears.delete(ear)
    places.giveBack(ear.holder)
    if (present.size > 0) return
    rest?.()
    rest = undefined
    told = undefined
  }
}
