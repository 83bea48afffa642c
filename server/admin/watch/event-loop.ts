import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const WINDOW_MS = 60_000

/** Delay of the event loop in seconds. */
export type LoopDelay = { p50: number; p99: number; max: number }

const none: LoopDelay = { p50: 0, p99: 0, max: 0 }

/** Measures the delay of the event loop, minute by minute. Keeps no process alive. */
export function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let last: LoopDelay | undefined
  const read = (): LoopDelay => ({
    p50: histogram.percentile(50) / 1e9,
    p99: histogram.percentile(99) / 1e9,
    max: histogram.max / 1e9,
  })
  const timer = setInterval(() => {
    last = read()
    histogram.reset()
  }, WINDOW_MS)
  timer.unref()
  return {
    /** The figures of the last whole minute. The maximum includes the present minute. */
    figures(): LoopDelay {
      const present = read()
      return last ? { ...last, max: Math.max(last.max, present.max) } : present
    },
    stop(): void {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
export const unwatchedLoop = { figures: () => none, stop: () => {} }
