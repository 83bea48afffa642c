import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { BigScreenKpi, RecordEvent, SignalEvent } from '#shared/qc/wall'
import { transport } from '../../api/http'
import { openStream, type StreamEvent } from '../../api/qc/feed'
import { createLine, type LineState } from './feed-line'
import { session } from '../session'

/** An event. `reset`: too many to report one by one; reload the data shown. */
export type FeedEvent =
  | { type: 'record'; data: RecordEvent }
  | { type: 'signal'; data: SignalEvent }
  | { type: 'kpi'; data: BigScreenKpi }
  | { type: 'reset' }

/**
 * The source of a feed. Without a product line it covers all lines, and most parts of a window share it. Figures
 * (`kpi`) come only with a product line. `token`: of a display; otherwise the operator's.
 */
export type FeedSource = { product?: string; token?: string }

type FeedState = {
  line: LineState
  /** The time of the last message, in milliseconds; 0 before. Data are of that time only if no reading is due. */
  heardAt: number
}

type Hearer = (event: FeedEvent) => void
type Stream = ReturnType<typeof createStream>
const streams = new Map<string, Stream>()

/** A hidden window drops its connection after this time: browsers allow few connections per server. */
const HIDDEN_MS = 15_000

const keyOf = ({ product = '', token = '' }: FeedSource) => `${product.toLowerCase()} ${token}`

function streamOf(source: FeedSource): Stream {
  const key = keyOf(source)
  const stream = streams.get(key) ?? createStream(source)
  streams.set(key, stream)
  return stream
}

/** The state of a source: a proxy, for `useSnapshot`. */
export const feedState = (source: FeedSource = {}): FeedState => streamOf(source).state

/**
 * Listens to events until the returned function is called. Listeners of the same source share one connection, which
 * exists while there are listeners and the window is visible. Events missed meanwhile are delivered when the window is
 * visible again.
 *
 * @param after the last event included in the shown data (`lastEventId`): later events are delivered, to other
 * listeners possibly twice; without it, only events from now on
 */
export function onFeed(hear: Hearer, { after, ...source }: FeedSource & { after?: number } = {}): () => void {
  return streamOf(source).join(hear, after)
}

function createStream({ product, token }: FeedSource) {
  const state = proxy<FeedState>({ line: 'off', heardAt: 0 })
  const hearers = new Set<Hearer>()
  let hidden: ReturnType<typeof setTimeout> | undefined
  let used = ''

  const line = createLine({
    open(options) {
      used = token ?? transport.token()
      return openStream({ product, token: used, userId: token === undefined ? transport.userId() : 0, ...options })
    },
    sessionEnded: async (failure) => token === undefined && transport.sessionEnded(used, false, failure),
    become: (now) => void (state.line = now),
    hear(event) {
      state.heardAt = Date.now()
      const feedEvent = eventOf(event)
      if (feedEvent) for (const hear of hearers) hear(feedEvent)
    },
  })

  /** Connects if there are listeners, a sign-in, and a visible window. */
  function settle() {
    clearTimeout(hidden)
    const isWanted = hearers.size > 0 && (token !== undefined || session.token !== '')
    if (!isWanted) return line.off(true)
    if (document.hidden && state.line !== 'off') hidden = setTimeout(() => line.off(), HIDDEN_MS)
    if (document.hidden) return
    line.on()
  }
  let stop: (() => void) | undefined

  /** The operator or their permissions have changed: a refused feed may now be granted. */
  function begin() {
    const renew = () => {
      if (state.line === 'refused' || session.token === '') line.off()
      settle()
    }
    const unsubscribe = [subscribeKey(session, 'token', renew), subscribeKey(session, 'permissions', renew)]
    document.addEventListener('visibilitychange', settle)
    addEventListener('online', settle)
    return () => {
      for (const end of unsubscribe) end()
      document.removeEventListener('visibilitychange', settle)
      removeEventListener('online', settle)
    }
  }

  return {
    state,
    join(hear: Hearer, after?: number): () => void {
      hearers.add(hear)
      stop ??= begin()
      if (after !== undefined) line.from(after)
      settle()
      return () => {
        if (!hearers.delete(hear) || hearers.size > 0) return
        stop?.()
        stop = undefined
        settle()
      }
    },
  }
}

/** The server's own answers: its tests check these shapes. */
function eventOf({ event, data }: StreamEvent): FeedEvent | undefined {
  if (event === 'reset') return { type: 'reset' }
  if (event === 'record') return { type: event, data: JSON.parse(data) as RecordEvent }
  if (event === 'signal') return { type: event, data: JSON.parse(data) as SignalEvent }
  if (event === 'kpi') return { type: event, data: JSON.parse(data) as BigScreenKpi }
  return undefined
}
