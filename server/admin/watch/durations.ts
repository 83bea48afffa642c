import { MINUTE_MS } from '#shared/durations'

/** Upper bounds of the buckets of a histogram, in seconds; one more bucket is above the last. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** The number of durations per bucket, since the start of the process. */
export type Histogram = { counts: Uint32Array; sum: number }

export const emptyHistogram = (): Histogram => ({ counts: new Uint32Array(bounds.length + 1), sum: 0 })

export function addTo(histogram: Histogram, seconds: number): void {
  let bucket = 0
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1
  histogram.counts[bucket]! += 1
  histogram.sum += seconds
}

const MINUTES = 5
/** Four steps per doubling, from 1/16 ms to 16 s: a percentile is accurate to a tenth. */
const STEPS = 72
const stepOf = (ms: number) => Math.min(STEPS - 1, Math.max(0, Math.floor(Math.log2(ms * 16) * 4)))
const middleOf = (step: number) => 2 ** ((step + 0.5) / 4) / 16

export type Recent = {
  /** The numbers of all requests and of failed ones, per minute. */
  perMinute: number
  failedPerMinute: number
  /** Milliseconds; 0 without requests. */
  p50: number
  p95: number
}

/** Durations of the last five minutes. `at` is a monotonic clock, in milliseconds from `since`. */
export function createRecent(since: number) {
  const minutes = Array.from({ length: MINUTES }, () => ({ minute: -1, failed: 0, steps: new Uint32Array(STEPS) }))
  return {
    add(ms: number, isFailed: boolean, at: number): void {
      const minute = Math.floor(at / MINUTE_MS)
      const slot = minutes[minute % MINUTES]!
      if (slot.minute !== minute) {
        slot.minute = minute
        slot.failed = 0
        slot.steps.fill(0)
      }
      slot.steps[stepOf(ms)]! += 1
      if (isFailed) slot.failed += 1
    },
    figures(at: number): Recent {
      const oldest = Math.floor(at / MINUTE_MS) - MINUTES
      const steps = new Float64Array(STEPS)
      let failed = 0
      for (const slot of minutes) {
        if (slot.minute <= oldest) continue
        failed += slot.failed
        for (const [step, count] of slot.steps.entries()) steps[step]! += count
      }
      const all = steps.reduce((sum, count) => sum + count, 0)
      const begun = (MINUTES - 1) * MINUTE_MS + (at % MINUTE_MS) // the present minute is not over
      const passed = Math.max(1, Math.min(begun, at - since) / MINUTE_MS)
      return {
        perMinute: all / passed,
        failedPerMinute: failed / passed,
        p50: percentile(steps, all, 0.5),
        p95: percentile(steps, all, 0.95),
      }
    },
  }
}

function percentile(steps: Float64Array, all: number, share: number): number {
  if (all === 0) return 0
  let below = 0
  const step = steps.findIndex((count) => (below += count) >= all * share)
  return middleOf(step)
}
