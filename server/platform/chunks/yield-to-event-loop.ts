/** Work of several requests goes on side by side as long as none keeps the others waiting for longer. */
const LONG_MS = 10

/** For loops: call it in each round; it lets other requests have their turn where the last was some time ago. */
export function createPacer(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < LONG_MS) return
    await yieldToEventLoop()
    last = performance.now()
  }
}

/** Lets other requests have their turn. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Does work step by step; between two steps others have their turn where the last was some time ago. */
export async function runCooperatively<Result>(work: Generator<void, Result>): Promise<Result> {
  const pace = createPacer()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await pace()
  }
}

/** Who waits for the work of others is told after so long, in milliseconds, to come back; what is under way goes on. */
export const PATIENCE_MS = 20_000

/** What `work` comes to, or what `late` does where that takes longer than `ms`. The work goes on. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, late: () => Result): Promise<Result> {
  const { promise: isOver, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => resolve(Promise.try(late)), ms)
  return Promise.race([work, isOver]).finally(() => clearTimeout(timer))
}
