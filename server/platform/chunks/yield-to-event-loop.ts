/** Longest time for which the work of one request may block the others. */
const LONG_MS = 10

/** Lets other requests run. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** For loops: call the result in each round. It yields to the event loop if the last yield is some milliseconds ago. */
export function createYielder(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < LONG_MS) return
    await yieldToEventLoop()
    last = performance.now()
  }
}

/** Runs work step by step. It yields to the event loop between two steps if the last yield is milliseconds ago. */
export async function runCooperatively<Result>(work: Generator<void, Result>): Promise<Result> {
  const yieldIfDue = createYielder()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await yieldIfDue()
  }
}

/** Milliseconds after which a caller waiting for the work of others is refused; the work continues. */
export const PATIENCE_MS = 20_000

/** The result of `work`, or that of `onLate` if it takes longer than `ms`. The work continues. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, onLate: () => Result): Promise<Result> {
  const { promise: late, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => resolve(Promise.try(onLate)), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
