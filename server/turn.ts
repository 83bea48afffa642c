/** Work of several requests goes on side by side as long as none keeps the others waiting for longer. */
const LONG_MS = 10

/** For loops: call it in each round; it lets other requests have their turn where the last was some time ago. */
export function pacer(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < LONG_MS) return
    await turn()
    last = performance.now()
  }
}

/** Lets other requests have their turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Does work step by step; between two steps others have their turn where the last was some time ago. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  const pace = pacer()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await pace()
  }
}
