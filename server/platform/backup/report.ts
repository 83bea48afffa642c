import { megabytes } from '../http/megabytes'

/** The progress of a backup; `total` is 0 if unknown. */
export type Step = { phase: string; done: number; total: number; unit?: string }
export type Report = (step: Step) => void

const STEP = 4 * 1024 * 1024

/** Passes pieces on, and reports at intervals the megabytes of `size` bytes that have passed in `phase`. */
export async function* metered(pieces: AsyncIterable<Uint8Array>, size: number, phase: string, report: Report) {
  let [passed, reported] = [0, -STEP]
  for await (const piece of pieces) {
    if (passed - reported >= STEP) {
      report({ phase, done: megabytes(passed), total: megabytes(size), unit: 'MB' })
      reported = passed
    }
    passed += piece.length
    yield piece
  }
}
