import { MINUTE_MS } from '#shared/durations'
import { createCpuMeter, memory, percentOf } from './machine'
import type { LoopDelay } from './event-loop'

/** Minutes of figures kept in memory: a restart begins with none. 1,440 minutes of eight figures are 0.2 MB. */
const KEPT = 24 * 60
/** The page cannot distinguish more points. */
const MAX_POINTS = 300

/** The figures of one or several minutes: means, and the longest delay. */
export type TrendPoint = {
  /** The end of the minute, in Unix milliseconds. */
  at: number
  /** Of all processors of the machine, and of one core by this process. */
  cpuPercent: number
  ownCpuPercent: number
  memoryPercent: number
  rssBytes: number
  /** Seconds. */
  loopMax: number
  perMinute: number
  failedPerMinute: number
}

type Parts = { loop: () => LoopDelay; answered: () => { all: number; failed: number }; now: () => number }

/** Records the state of the server every minute. */
export function createTrend({ loop, answered, now }: Parts) {
  const kept: TrendPoint[] = []
  const cpuPercent = createCpuMeter()
  let before = { at: performance.now(), usage: process.cpuUsage(), answered: answered() }
  let timer: ReturnType<typeof setInterval> | undefined

  function note(): void {
    const last = before
    before = { at: performance.now(), usage: process.cpuUsage(), answered: answered() }
    const usedMs = (before.usage.user + before.usage.system - last.usage.user - last.usage.system) / 1000
    kept.push({
      at: now(),
      cpuPercent: cpuPercent(),
      ownCpuPercent: percentOf(usedMs, before.at - last.at),
      memoryPercent: memory().mem.percent,
      rssBytes: process.memoryUsage.rss(),
      loopMax: loop().max,
      perMinute: before.answered.all - last.answered.all,
      failedPerMinute: before.answered.failed - last.answered.failed,
    })
    if (kept.length > KEPT) kept.shift()
  }

  return {
    start(): void {
      timer = setInterval(note, MINUTE_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    note,
    /** The last hours in at most 300 points: over long times, a point covers several minutes. */
    points(hours: number): TrendPoint[] {
      const since = now() - hours * 60 * MINUTE_MS
      const shown = kept.filter(({ at }) => at > since)
      const each = Math.ceil((hours * 60) / MAX_POINTS)
      const groups = Map.groupBy(shown, ({ at }) => Math.floor(at / (each * MINUTE_MS)))
      return [...groups.values()].map(together).slice(-(hours * 60) / each) // the last group may have begun just now
    },
  }
}

function together(minutes: readonly TrendPoint[]): TrendPoint {
  const meanOf = (figure: keyof TrendPoint) => minutes.reduce((sum, minute) => sum + minute[figure], 0) / minutes.length
  return {
    at: minutes.at(-1)!.at,
    cpuPercent: meanOf('cpuPercent'),
    ownCpuPercent: meanOf('ownCpuPercent'),
    memoryPercent: meanOf('memoryPercent'),
    rssBytes: meanOf('rssBytes'),
    loopMax: Math.max(...minutes.map(({ loopMax }) => loopMax)),
    perMinute: meanOf('perMinute'),
    failedPerMinute: meanOf('failedPerMinute'),
  }
}
