import { subscribe } from 'valtio'
import { codes } from '#shared/envelope'
import type { BigScreen } from '#shared/qc/wall'
import { Failure, isSessionOver } from '../../../../api/failure'
import { feedState, onFeed, type FeedEvent, type FeedSource } from '../../../../stores/qc/feed'

/** Where a wall gets its figures from: a session, or a display. */
export type WallSource = {
  /** Who tells when something happens there. */
  feed: FeedSource
  read: (signal: AbortSignal) => Promise<BigScreen>
  /** Hears why nothing more will come. */
  ended: (why: Failure) => void
}

export type WallState = {
  screen: BigScreen | undefined
  /** When the server was heard last, by the clock of this device. */
  heardAt: number
  /** So much the server's clock is ahead of this device's. */
  skewMs: number
  isConnected: boolean
  /** Ids of records that came while this was watched; of those shown. */
  newIds: ReadonlySet<number>
}

export const nothingYet: WallState = {
  screen: undefined,
  heardAt: 0,
  skewMs: 0,
  isConnected: false,
  newIds: new Set(),
}

const BACK_OFF_MS = [1000, 2000, 5000, 10_000]
/** Between two readings, once something happened; the first is at once. */
const REST_MS = 1000
/** So often it is read anyway: the day and the shift change, machines become overdue. */
const EVERY_MS = 60_000

/** What will not pass by itself: no session or a revoked display, no permission, no such product line. */
const isFinal = (error: unknown): error is Failure =>
  error instanceof Failure && (isSessionOver(error) || error.code === codes.forbidden || error.code === codes.notFound)

/**
 * Watches a product line: reads all, then hears what happens from there on, and reads again when something does. Goes on
 * for weeks: what breaks is begun again, and nothing that it keeps grows.
 *
 * @param tell hears what has changed
 * @returns how to stop
 */
export function watchWall(source: WallSource, onChange: (change: Partial<WallState>) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const feed = feedState(source.feed)
  let screen: BigScreen | undefined
  let newIds: ReadonlySet<number> = new Set()
  let heardAt = 0
  let failed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isWanted = false
  let leave: (() => void) | undefined
  let line = feed.line

  async function read() {
    const found = await source.read(signal)
    if (signal.aborted) return
    newIds = arrivedIn(found, screen, newIds)
    screen = found
    heardAt = Date.now()
    onChange({ screen, newIds, heardAt, skewMs: Date.parse(found.at) - heardAt })
    leave ??= onFeed(hear, { ...source.feed, after: found.lastEventId })
  }

  /** Reads at once, and once a second at most; again later where it fails. */
  function want() {
    isWanted = true
    if (isBusy || signal.aborted) return
    isBusy = true
    isWanted = false
    const rest = (ms: number) => {
      timer = setTimeout(() => {
        isBusy = false
        if (isWanted) want()
      }, ms)
    }
    read().then(
      () => {
        failed = 0
        rest(REST_MS)
      },
      (error: unknown) => {
        if (signal.aborted) return
        if (isFinal(error)) return end(error)
        isWanted = true
        rest(BACK_OFF_MS[Math.min(failed, BACK_OFF_MS.length - 1)]!)
        failed += 1
      },
    )
  }

  function hear(event: FeedEvent) {
    if (event.type !== 'kpi') return want()
    if (!screen || JSON.stringify(event.data) === JSON.stringify(screen.kpi)) return
    onChange({ screen: (screen = { ...screen, kpi: event.data }) })
    want() // the records that it comes from may be told to others alone
  }

  function follow() {
    const isBack = feed.line === 'connected' && line === 'waiting'
    const isRefused = feed.line === 'refused' && line !== 'refused'
    if (feed.line !== 'connecting') line = feed.line
    heardAt = Math.max(heardAt, feed.heardAt)
    onChange({ heardAt, isConnected: feed.line === 'connected' })
    if (isBack || isRefused) want() // time went on meanwhile; or it says why
  }

  function end(why: Failure) {
    stop()
    source.ended(why)
  }

  const regular = setInterval(want, EVERY_MS)
  const unsubscribe = subscribe(feed, follow)
  function stop() {
    over.abort()
    clearInterval(regular)
    clearTimeout(timer)
    unsubscribe()
    leave?.()
    leave = undefined
  }
  want()
  return stop
}

/**
 * Of what is shown now, what came in since what was shown before; and what had come already. What is there only because
 * another was voided is no news.
 */
function arrivedIn(found: BigScreen, before: BigScreen | undefined, come: ReadonlySet<number>): ReadonlySet<number> {
  const seenUpTo = before?.records.map(({ submittedAt }) => submittedAt).reduce((a, b) => (a > b ? a : b), '')
  const isKnown = new Set(before?.records.map(({ qcValueBaseId }) => qcValueBaseId))
  const isNews = ({ qcValueBaseId, submittedAt }: BigScreen['records'][number]) =>
    come.has(qcValueBaseId) || (seenUpTo !== undefined && submittedAt >= seenUpTo && !isKnown.has(qcValueBaseId))
  return new Set(found.records.filter(isNews).map(({ qcValueBaseId }) => qcValueBaseId))
}
