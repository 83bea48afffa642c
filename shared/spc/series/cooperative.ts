/** Work on long series that may be interrupted between its steps. */
export type InSteps<Result> = Generator<void, Result>

/** Runs all steps of some work at once. */
export function atOnce<Result>(work: InSteps<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
