const PAUSE_MS = 1000

/**
 * Runs work at once, then at most once a second, however often it is requested.
 * @returns a function that requests it, and one that stops it
 */
export function everySecond(work: () => void): [ask: () => void, stop: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  function pause() {
    timer = undefined
    if (isAsked) ask()
  }
  function ask() {
    isAsked = timer !== undefined
    if (isAsked) return
    work()
    timer = setTimeout(pause, PAUSE_MS)
  }
  return [ask, () => clearTimeout(timer)]
}
