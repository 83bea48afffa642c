import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { BigScreenKpi, RecordEvent, SignalEvent } from '#shared/qc/wall'
import { transport } from '../../api/http'
import { openStream, type StreamEvent } from '../../api/qc/feed'
import { createLine, STALE_MS, type LineState } from './feed-line'
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
  /** When anything was heard last, in milliseconds; 0 before. What is shown is as of then. */
  heardAt: number
  /** Nothing was heard for 30 seconds, or since it began. */
  isStale: boolean
}

type Hearer = (event: FeedEvent) => void
type Stream = ReturnType<typeof createStream>
const streams = new Map<string, Stream>()

/** A window that is not looked at gives its connection back after so long: browsers have few for each server. */
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
 * Hears what happens until the answer is called. All who hear the same source share one connection, which is there while
 * somebody hears and the window is looked at; what happened in between comes when it is looked at again.
 *
 * @param after the last event that what is shown includes (`lastEventId`): what came since is told, to others once more
 *   where they have heard it; without it, from now on
 */
export function onFeed(hear: Hearer, { after, ...source }: FeedSource & { after?: number } = {}): () => void {
  return streamOf(source).join(hear, after)
}

function createStream({ product, token }: FeedSource) {
  const state = proxy<FeedState>({ line: 'off', heardAt: 0, isStale: false })
  const hearers = new Set<Hearer>()
  let stale: ReturnType<typeof setTimeout> | undefined
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
      awaitStale()
      const feedEvent = eventOf(event)
      if (feedEvent) for (const hear of hearers) hear(feedEvent)
    },
  })

  function awaitStale() {
    state.isStale = false
    clearTimeout(stale)
    stale = setTimeout(() => (state.isStale = true), STALE_MS)
  }

  /** As things are now: on while somebody hears, is signed in, and looks. */
  function settle() {
    clearTimeout(hidden)
    const isWanted = hearers.size > 0 && (token !== undefined || session.token !== '')
    if (!isWanted) {
      clearTimeout(stale)
      return line.off(true)
    }
    if (document.hidden && state.line !== 'off') hidden = setTimeout(() => line.off(), HIDDEN_MS)
    if (document.hidden) return
    if (state.line === 'off') awaitStale()
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

/** The server's own answers: its tests hold them to these shapes. */
function eventOf({ event, data }: StreamEvent): FeedEvent | undefined {
  if (event === 'reset') return { type: 'reset' }
  if (event === 'record') return { type: event, data: JSON.parse(data) as RecordEvent }
  if (event === 'signal') return { type: event, data: JSON.parse(data) as SignalEvent }
  if (event === 'kpi') return { type: event, data: JSON.parse(data) as BigScreenKpi }
  return undefined
}
