import { subscribe } from 'valtio'
import { codes } from '#shared/envelope'
import type { BigScreen } from '#shared/qc/wall'
import { Failure, isSessionOver } from '../../../../api/failure'
import { feedState, onFeed, type FeedEvent, type FeedSource } from '../../../../stores/qc/feed'

/** The source of a wall's figures: a session, or a display. */
export type WallSource = {
  /** The feed of events that trigger another reading. */
  feed: FeedSource
  read: (signal: AbortSignal) => Promise<BigScreen>
  /** Called once no further reading can succeed. */
  onEnd: (failure: Failure) => void
}

export type WallState = {
  screen: BigScreen | undefined
  /** The time of the figures, in milliseconds of this device's clock: they lack nothing that was known then. */
  figuresAt: number
  /** The milliseconds by which the server's clock is ahead of this device's. */
  skewMs: number
  isConnected: boolean
  /** The ids of shown records that arrived while the wall was watched. */
  newIds: ReadonlySet<number>
}

export const initialState: WallState = {
  screen: undefined,
  figuresAt: 0,
  skewMs: 0,
  isConnected: false,
  newIds: new Set(),
}

const BACK_OFF_MS = [1000, 2000, 5000, 10_000]
/** The pause after a reading. */
const PAUSE_MS = 1000
/** The interval of readings without events: the day and the shift change, machines become overdue. */
const EVERY_MS = 60_000

/** True if another reading would fail as well: no session or a revoked display, no permission, no such product line. */
const isFinal = (error: unknown): error is Failure =>
  error instanceof Failure && (isSessionOver(error) || error.code === codes.forbidden || error.code === codes.notFound)

/**
 * Watches a product line: reads the whole screen, then follows the feed and reads again after each event. It runs for
 * weeks: failed readings are repeated, and no state grows.
 *
 * @returns stops watching
 */
export function watchWall(source: WallSource, onChange: (change: Partial<WallState>) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const feed = feedState(source.feed)
  let screen: BigScreen | undefined
  let newIds: ReadonlySet<number> = new Set()
  let figuresAt = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** True from the request of a reading until it has succeeded, and a pause after it. */
  let isBusy = false
  let isRequested = false
  let leaveFeed: (() => void) | undefined
  let line = feed.line

  async function read() {
    const next = await source.read(signal)
    if (signal.aborted) return
    newIds = newIdsOf(next, screen, newIds)
    screen = next
    figuresAt = Date.now()
    onChange({ screen, newIds, figuresAt, skewMs: Date.parse(next.at) - figuresAt })
    leaveFeed ??= onFeed(onEvent, { ...source.feed, after: next.lastEventId })
  }

  /** Reads at once, but at most once a second; a reading that fails is repeated later. */
  function requestReading() {
    isRequested = true
    if (isBusy || signal.aborted) return
    isBusy = true
    isRequested = false
    const pause = (ms: number) => {
      timer = setTimeout(() => {
        isBusy = false
        if (isRequested) requestReading()
      }, ms)
    }
    read().then(
      () => {
        failures = 0
        pause(PAUSE_MS)
      },
      (error: unknown) => {
        if (signal.aborted) return
        if (isFinal(error)) {
          stop()
          return source.onEnd(error)
        }
        isRequested = true
        pause(BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)]!)
        failures += 1
      },
    )
  }

  function onEvent(event: FeedEvent) {
    if (event.type !== 'kpi') return requestReading()
    if (!screen || JSON.stringify(event.data) === JSON.stringify(screen.kpi)) return
    onChange({ screen: (screen = { ...screen, kpi: event.data }) })
    requestReading() // events of the counted records may go only to other operators
  }

  function onConnection() {
    const isBack = feed.line === 'connected' && line === 'waiting'
    const isRefused = feed.line === 'refused' && line !== 'refused'
    if (feed.line !== 'connecting') line = feed.line
    if (isBack || isRefused) requestReading() // events may have been missed; or the reading shows the reason
    if (!isBusy) figuresAt = Math.max(figuresAt, feed.heardAt) // no reading is due: there is no other news
    onChange({ figuresAt, isConnected: feed.line === 'connected' })
  }

  const regular = setInterval(requestReading, EVERY_MS)
  const unsubscribe = subscribe(feed, onConnection)
  function stop() {
    stopped.abort()
    clearInterval(regular)
    clearTimeout(timer)
    unsubscribe()
    leaveFeed?.()
    leaveFeed = undefined
  }
  requestReading()
  return stop
}

/**
 * The records that arrived since the previous reading, plus those that were new already. A record that moved up because
 * another one was voided is not new.
 */
function newIdsOf({ records }: BigScreen, before: BigScreen | undefined, newIds: ReadonlySet<number>) {
  const newestBefore = before?.records.map(({ submittedAt }) => submittedAt).reduce((a, b) => (a > b ? a : b), '')
  const idsBefore = new Set(before?.records.map(({ qcValueBaseId }) => qcValueBaseId))
  const isNew = ({ qcValueBaseId, submittedAt }: BigScreen['records'][number]) =>
    newIds.has(qcValueBaseId) ||
    (newestBefore !== undefined && submittedAt >= newestBefore && !idsBefore.has(qcValueBaseId))
  return new Set(records.filter(isNew).map(({ qcValueBaseId }) => qcValueBaseId))
}
