import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { errorFields, log } from '../../platform/log/index'
import type { Scope } from '../../access/department/data-scope'
import { feedBetween, firstEventId, lastEventId, type FeedRow } from './queries'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { isSilence } from '../../platform/store/fault'
import { withTimeout, createYielder, PATIENCE_MS, yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import {
  kpiKey,
  framesOf,
  affectsKpi,
  subscriptionKey,
  transientFrame,
  type Subscription,
  createSlots,
} from './subscription'
import { createThrottle } from './throttle'

/** Far below the timeout of a silent connection. Access of all subscribers is rechecked at the same interval. */
const HEARTBEAT_MS = 15_000
/** Events that are committed within this time are sent together. */
const BATCH_MS = 20
/** Interval of reading the outbox where other processes write too, in case one of their notifications was lost. */
const POLL_MS = 10_000
/** Changes of access within this time are rechecked together. */
const RECHECK_DELAY_MS = 50
/** Bytes that may wait for one subscriber, beyond the buffers of the network; above, it is disconnected. */
const MAX_BACKLOG = 256 * 1024
/** Subscribers written to before requests have their turn. Only then does the network send. */
const SLICE = 250
const RETRY_SECONDS = '1'

export type SubscribeOptions = Subscription & {
  /** The owner of the subscription, for the limit per owner: `user 7`. */
  holder: string
  /** The basis of the access, such as a session token. It is rechecked once for all subscribers that share it. */
  credential: string
  /** The present end of the subscription's access: Unix time in milliseconds, 0 if it has none. */
  allowedUntil(now: number): Promise<number>
  /** The last event that was received; later ones are sent first. */
  lastId: number | undefined
  /** Aborted when the request ends. */
  signal: AbortSignal
}
type Subscriber = SubscribeOptions & {
  key: string
  controller: ReadableStreamDefaultController<Uint8Array>
  /** Bytes sent since the subscriber last had read all. */
  backlog: number
  unsubscribe(): void
}

/** The KPI of a product line within a data scope, as JSON; nothing where there are none. */
export type KpiOf = (store: Store, productId: number, scope: Scope | undefined) => Promise<unknown> | undefined
type KpiSource = Pick<Subscription, 'productId' | 'scope'>

type Parts = {
  store: Store
  settings: Pick<Settings, 'maxStreams' | 'maxStreamsPerUser'>
  now?: () => number
  kpiOf?: KpiOf
  heartbeatMs?: number
  patienceMs?: number
}
export type Feed = ReturnType<typeof createFeed>

/**
 * Sends committed events (`publishEvents`) to the subscribers, each event once and in order. It reads the outbox after
 * a commit, so no event can be lost; without subscribers it does nothing.
 */
export function createFeed({
  store,
  settings,
  now = Date.now,
  kpiOf,
  heartbeatMs = HEARTBEAT_MS,
  patienceMs = PATIENCE_MS,
}: Parts) {
  const slots = createSlots(settings)
  const subscribers = new Set<Subscriber>()
  /** All open connections, including those that are catching up. */
  const connected = new Set<Subscriber>()
  /** All events up to this one were sent; unknown without subscribers. */
  let publishedUpTo: number | undefined
  let publishTimer: ReturnType<typeof setTimeout> | undefined
  let recheckTimer: ReturnType<typeof setTimeout> | undefined
  /** Rechecks access at `expiryAt`, when the first subscription expires. */
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let expiryAt = Infinity
  let stop: (() => void) | undefined
  let isClosed = false
  const refreshKpi = createThrottle<KpiSource>(publishKpi)

  /**
   * Writes to subscribers run one after the other, so that events stay in order. If a write takes too long, all
   * subscribers are disconnected. They reconnect and continue after the last event they received.
   */
  let queue = Promise.resolve()
  const enqueue = (work: () => Promise<void>): Promise<void> =>
    (queue = queue.then(() => withTimeout(work(), patienceMs, timeOut)).catch(logFault))
  function timeOut() {
    for (const subscriber of connected) disconnect(subscriber)
    throw new Error('The live feed was interrupted: it took too long.')
  }
  const logFault = (error: unknown) => log('warn', 'feed', errorFields(error)) // tried again at the next commit or beat

  function schedulePublish() {
    publishTimer ??= setTimeout(() => {
      publishTimer = undefined
      void enqueue(publishNew)
    }, BATCH_MS)
  }

  /** Called for the first subscriber; the returned function is called after the last has left. */
  function start() {
    const stops = [
      store.onCommit(schedulePublish),
      store.onNews('feed', schedulePublish),
      store.onNews('access', recheckSoon),
    ]
    const heartbeatTimer = setInterval(() => void heartbeat(), heartbeatMs)
    const pollTimer = store.isShared ? setInterval(schedulePublish, POLL_MS) : undefined
    return () => {
      for (const stopOne of stops) stopOne()
      for (const timer of [publishTimer, recheckTimer, expiryTimer]) clearTimeout(timer)
      publishTimer = recheckTimer = expiryTimer = undefined
      expiryAt = Infinity
      clearInterval(heartbeatTimer)
      clearInterval(pollTimer)
    }
  }

  async function heartbeat() {
    await recheckAccess()
    await enqueue(async () => {
      await publishNew()
      await broadcast(transientFrame('heartbeat', { at: new Date(now()).toISOString() }, publishedUpTo))
    })
  }

  /** Several requests within a short time are one. */
  function recheckSoon() {
    recheckTimer ??= setTimeout(() => {
      recheckTimer = undefined
      void recheckAccess()
    }, RECHECK_DELAY_MS)
  }

  /** Disconnects subscribers whose session is over or whose rights changed. */
  async function recheckAccess() {
    expiryAt = Infinity
    const yieldIfDue = createYielder()
    for (const [, same] of Map.groupBy(connected, ({ credential }) => credential)) {
      const until = await same[0]!.allowedUntil(now()).catch(expiryOnError)
      if (until > now()) recheckAt(until)
      else for (const subscriber of same) disconnect(subscriber)
      await yieldIfDue()
    }
  }

  /**
   * If the database does not answer, all subscribers stay and are rechecked later. After other errors they reconnect
   * and get the reason.
   */
  const expiryOnError = (error: unknown) => (isSilence(error) ? now() + heartbeatMs : 0)

  /** Rechecks at that time too, if it is before the next heartbeat. */
  function recheckAt(until: number) {
    const waitMs = until - now()
    if (waitMs >= heartbeatMs || until >= expiryAt || connected.size === 0) return
    clearTimeout(expiryTimer)
    expiryAt = until
    expiryTimer = setTimeout(() => void recheckAccess(), waitMs)
  }

  /** Reads new events and sends them. */
  async function publishNew() {
    const before = publishedUpTo
    if (before === undefined) return
    const upTo = await lastEventId(store)
    if (upTo <= before) return
    const rows = await feedBetween(store, { after: before, upTo })
    if (publishedUpTo !== before) return // it timed out, and another job went on
    publishedUpTo = upTo
    await (rows ? publishRows(rows) : broadcast(transientFrame('reset', {}, upTo)))
    const watching = [...subscribers].filter(({ types }) => types.includes('kpi'))
    for (const [name, [subscriber]] of Map.groupBy(watching, kpiKey)) {
      if (rows?.some((row) => affectsKpi(subscriber!, row)))
        refreshKpi(name, { productId: subscriber!.productId, scope: subscriber!.scope })
    }
  }

  function publishRows(rows: readonly FeedRow[]) {
    const frames = new Map<string, Uint8Array | undefined>()
    return forEachSubscriber((subscriber) => {
      if (!frames.has(subscriber.key)) frames.set(subscriber.key, framesOf(subscriber, rows))
      send(subscriber, frames.get(subscriber.key))
    })
  }

  const broadcast = (chunk: Uint8Array, isFor: (subscriber: Subscriber) => boolean = () => true) =>
    forEachSubscriber((subscriber) => isFor(subscriber) && send(subscriber, chunk))

  async function forEachSubscriber(work: (subscriber: Subscriber) => void) {
    let count = 0
    for (const subscriber of subscribers) {
      work(subscriber)
      count += 1
      if (count % SLICE === 0) await yieldToEventLoop()
    }
  }

  async function publishKpi(source: KpiSource) {
    try {
      const kpi = source.productId !== undefined && (await kpiOf?.(store, source.productId, source.scope))
      if (!kpi) return
      const name = kpiKey(source)
      await broadcast(
        transientFrame('kpi', kpi),
        (subscriber) => subscriber.types.includes('kpi') && kpiKey(subscriber) === name,
      )
    } catch (error) {
      logFault(error)
    }
  }

  function send(subscriber: Subscriber, chunk: Uint8Array | undefined) {
    if (!chunk || !connected.has(subscriber)) return
    const isRead = (subscriber.controller.desiredSize ?? 0) > 0
    subscriber.backlog = chunk.byteLength + (isRead ? 0 : subscriber.backlog)
    if (subscriber.backlog <= MAX_BACKLOG) return subscriber.controller.enqueue(chunk)
    subscriber.unsubscribe() // it does not read
    subscriber.controller.error(new Error('reads too slowly'))
  }

  function disconnect(subscriber: Subscriber) {
    if (!connected.has(subscriber)) return
    subscriber.unsubscribe()
    subscriber.controller.close()
  }

  /** Sends the missed events to a new subscriber. It receives new events from then on. */
  async function catchUp(subscriber: Subscriber) {
    try {
      const upTo = publishedUpTo ?? (await lastEventId(store))
      if (!connected.has(subscriber)) return
      publishedUpTo ??= upTo
      await publishNew()
      const missed = await missedRows(subscriber, publishedUpTo)
      if (!connected.has(subscriber)) return
      send(subscriber, missed ? framesOf(subscriber, missed) : transientFrame('reset', {}, publishedUpTo))
      send(subscriber, transientFrame('heartbeat', { at: new Date(now()).toISOString() }, publishedUpTo))
      subscribers.add(subscriber)
    } catch (error) {
      disconnect(subscriber)
      throw error
    }
  }

  /** `undefined` when the missed events are too many, deleted, or of another database. */
  async function missedRows({ lastId, productId }: Subscriber, upTo: number): Promise<FeedRow[] | undefined> {
    if (lastId === undefined || lastId === upTo) return []
    const isKnown = lastId >= 0 && lastId < upTo && lastId >= (await firstEventId(store)) - 1
    return isKnown ? feedBetween(store, { after: lastId, upTo, productId }) : undefined
  }

  return {
    /**
     * The stream of events, until the subscriber leaves or loses access.
     * @throws Refusal 429 if there are too many subscribers, 503 if the server is stopping
     */
    subscribe(options: SubscribeOptions): ReadableStream<Uint8Array> {
      if (isClosed) throw new Refusal(codes.busy, 'error.busy').with({ 'retry-after': RETRY_SECONDS })
      slots.take(options.holder)
      let subscriber: Subscriber | undefined
      return new ReadableStream<Uint8Array>({
        start(controller) {
          subscriber = {
            ...options,
            key: subscriptionKey(options),
            controller,
            backlog: 0,
            unsubscribe: () => unsubscribe(subscriber!),
          }
          connected.add(subscriber)
          stop ??= start()
          if (options.signal.aborted) subscriber.unsubscribe()
          else options.signal.addEventListener('abort', subscriber.unsubscribe, { once: true })
          void enqueue(() => catchUp(subscriber!))
          void subscriber.allowedUntil(now()).then(recheckAt, logFault)
        },
        cancel: () => subscriber?.unsubscribe(),
      })
    },
    size: () => connected.size,
    /** Disconnects all and accepts no new ones. */
    close(): void {
      isClosed = true
      for (const subscriber of connected) disconnect(subscriber)
    },
  }

  function unsubscribe(subscriber: Subscriber) {
    if (!connected.delete(subscriber)) return
    subscribers.delete(subscriber)
    slots.release(subscriber.holder)
    if (connected.size > 0) return
    stop?.()
    stop = undefined
    publishedUpTo = undefined
  }
}
