const PAUSE_MS = 1000

/**
 * Does something at once, and again at most once a second however often it is asked for.
 * @returns what asks for it, and what calls it off
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
