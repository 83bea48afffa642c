/** Work on long series, which may be interrupted between its steps. */
export type InSteps<Result> = Generator<void, Result>

/** Does all steps of some work in one go. */
export function atOnce<Result>(work: InSteps<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
