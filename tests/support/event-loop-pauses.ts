/**
 * Notes for how long the event loop comes to nothing else, in milliseconds. Time in which the process did not run at all
 * does not count: other programs had it.
 */
export function watchPauses() {
  let longest = 0
  let last = { at: performance.now(), cpu: cpuMs() }
  setInterval(() => {
    const now = { at: performance.now(), cpu: cpuMs() }
    longest = Math.max(longest, Math.min(now.at - last.at, now.cpu - last.cpu))
    last = now
  }, 1)
  return {
    /** The longest pause since it was last asked for. */
    taken() {
      const pause = longest
      longest = 0
      return pause
    },
  }
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
