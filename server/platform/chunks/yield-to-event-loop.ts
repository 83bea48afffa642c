/** Work of several requests goes on side by side as long as none delays the others for longer. */
const LONG_MS = 10

/** Lets other requests have their turn. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** For loops: call the result in each round; it yields to the event loop if the last time was some milliseconds ago. */
export function createYielder(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < LONG_MS) return
    await yieldToEventLoop()
    last = performance.now()
  }
}

/** Does work step by step; yields to the event loop between two steps if the last time was some milliseconds ago. */
export async function runCooperatively<Result>(work: Generator<void, Result>): Promise<Result> {
  const yieldIfDue = createYielder()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await yieldIfDue()
  }
}

/** A caller that waits for the work of others is refused after so long, in milliseconds; the work goes on. */
export const PATIENCE_MS = 20_000

/** The result of `work`, or that of `onLate` if it takes longer than `ms`. The work goes on. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, onLate: () => Result): Promise<Result> {
  const { promise: late, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => resolve(Promise.try(onLate)), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
