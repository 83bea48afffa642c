import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'

/** A slice that took longer is followed by a smaller one: others wait for its end. */
const LONG_MS = 10
const FIRST = 20

/** Works in slices that delay no other request. The size of a slice adapts to the time that the last one took. */
export async function inAdaptiveBatches(most: number, take: (size: number) => Promise<boolean>): Promise<void> {
  let size = FIRST
  for (let isMore = true; isMore;) {
    const began = performance.now()
    isMore = await take(size)
    const ms = performance.now() - began
    if (ms > LONG_MS) size = Math.max(1, size >> 1)
    else if (ms < LONG_MS / 3) size = Math.min(most, size * 2)
    await yieldToEventLoop()
  }
}
