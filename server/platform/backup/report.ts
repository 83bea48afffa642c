import { megabytes } from '../http/megabytes'

/** How far a backup has come; `total` is 0 where that cannot be told. */
export type Step = { phase: string; done: number; total: number; unit?: string }
export type Report = (step: Step) => void

const STEP = 4 * 1024 * 1024

/** The same pieces; tells now and then how many megabytes of `size` bytes have passed. */
export async function* metered(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  report: (done: number, total: number) => void,
) {
  let [passed, reported] = [0, -STEP]
  for await (const piece of pieces) {
    if (passed - reported >= STEP) {
      report(megabytes(passed), megabytes(size))
      reported = passed
    }
    passed += piece.length
    yield piece
  }
}
