import { megabytes } from '../http/megabytes'

/** The progress of a backup; `total` is 0 where it is not known. */
export type Step = { phase: string; done: number; total: number; unit?: string }
export type Report = (step: Step) => void

const STEP = 4 * 1024 * 1024

/** The same pieces; reports now and then how many megabytes of `size` bytes have passed in `phase`. */
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
