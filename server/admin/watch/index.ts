import type { Settings } from '../../env'
import { droppedLines, log } from '../../platform/log/index'
import { renderMessage } from '../../platform/message/index'
import { watchedRows, type WatchedRows } from './queries'
import type { Store } from '../../platform/store'
import type { DatabaseFigures } from '../../platform/store/store'
import { createHeadWatch, type AuditHead, type HeadReader } from './audit-head'
import { newestBackupAt } from './backup'
import { createClockWatch } from './clock'
import { conditionsOf, type Condition } from './conditions'
import { unwatchedLoop, watchEventLoop, type LoopDelay } from './event-loop'
import { createFaultMeter } from './faults'
import { diskRoom } from './machine'
import { createRequestMeter, type RouteFigures } from './requests'
import type { Recent } from './durations'
import { createTrend } from './trend'

/** The state of the server, in bytes, seconds and Unix milliseconds. */
export type Figures = {
  at: number
  startedAt: number
  requests: { routes: Iterable<RouteFigures>; underWay: number; recent: Recent }
  loop: LoopDelay
  process: { rssBytes: number; heapBytes: number; cpuSeconds: number }
  /** `undefined` if the database does not answer. */
  database: (DatabaseFigures & WatchedRows) | undefined
  faults: Readonly<Record<'full' | 'busy', number>>
  disk: { freeBytes: number; totalBytes: number }
  backupAt: number | undefined
  /** The anchor of the day; undefined while the audit trail is empty. */
  auditHead: AuditHead | undefined
  streams: number
  clockJumps: number
  droppedLines: number
  conditions: Condition[]
}

type Parts = {
  store: Store
  settings: Pick<Settings, 'mode' | 'dataDir' | 'sessionIdleMs' | 'backupLateMs'>
  /** The live feed, for the number of its subscribers. */
  feed: { size: () => number }
  auditHead: HeadReader
  now?: () => number
  /** The clock of the machine, if `now` is one set by a test. */
  machineNow?: () => number
}
export type Watch = ReturnType<typeof createWatch>

/** Watches the state of the server. The page, the notice and the metrics all read the same figures. */
export function createWatch({ store, settings, feed, auditHead, now = Date.now, machineNow = now }: Parts) {
  const startedAt = now()
  const requests = createRequestMeter()
  const faults = createFaultMeter(store)
  const clock = createClockWatch({ now: machineNow })
  const head = createHeadWatch(() => auditHead(store), now)
  let loop: Pick<ReturnType<typeof watchEventLoop>, 'figures' | 'stop'> = unwatchedLoop
  const trend = createTrend({ loop: () => loop.figures(), answered, now })
  let isStopping = false

  /** The numbers of all requests since the start and of failed ones. */
  function answered() {
    const sums = { all: 0, failed: 0 }
    for (const { answers } of requests.routes()) {
      sums.all += answers.reduce((sum, count) => sum + count, 0)
      sums.failed += answers.at(-1) ?? 0
    }
    return sums
  }

  async function database(): Promise<Figures['database']> {
    try {
      return { ...(await store.figures()), ...(await watchedRows(store, settings, now())) }
    } catch (error) {
      faults.note(error)
      return undefined
    }
  }

  return {
    requests,
    faults,
    trend,
    /** Starts the parts with timers. */
    start(how?: { isTold: boolean }): void {
      loop = watchEventLoop()
      clock.start()
      head.start(how)
      trend.start()
      void figures().then(logClock)
    },
    /** Call it when the server takes no new work. */
    stopping(): void {
      isStopping = true
      loop.stop()
      clock.stop()
      head.stop()
      trend.stop()
    },
    isStopping: () => isStopping,
    figures,
  }

  async function figures(): Promise<Figures> {
    const rows = await database()
    const { heapUsed, rss } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const disk = diskRoom(settings.dataDir)
    if (rows) await head.look()
    const backupAt = newestBackupAt(settings.dataDir, now()) ?? rows?.backedUpAt
    return {
      at: now(),
      startedAt,
      requests: { routes: requests.routes(), underWay: requests.underWay(), recent: requests.recent() },
      loop: loop.figures(),
      process: { rssBytes: rss, heapBytes: heapUsed, cpuSeconds: (user + system) / 1e6 },
      database: rows,
      faults: faults.counts,
      disk,
      backupAt,
      auditHead: head.latest(),
      streams: feed.size(),
      clockJumps: clock.jumps(),
      droppedLines: droppedLines(),
      conditions: conditions({ rows, disk, backupAt }),
    }
  }

  /** A demo or a test reports only failures. */
  function conditions({
    rows,
    disk,
    backupAt,
  }: {
    rows: Figures['database']
    disk: Figures['disk']
    backupAt: number | undefined
  }) {
    const found = conditionsOf({
      now: now(),
      dialect: store.dialect,
      failing: rows ? faults.present() : 'unread',
      disk,
      databaseBytes: rows ? rows.bytes + rows.logBytes : 0,
      backupAt,
      isBackingUp: rows?.isBackingUp ?? false,
      backupLateMs: settings.backupLateMs,
      rows,
      jump: clock.recent(),
    })
    return settings.mode === 'production' ? found : found.filter(({ kind }) => kind === 'database')
  }
}

/** After a start with a wrong clock, the log explains its odd times. */
function logClock({ conditions }: Figures) {
  const { message } = conditions.find(({ kind }) => kind === 'clock') ?? {}
  if (message) log('warn', 'clock', { told: renderMessage('en', message) })
}
