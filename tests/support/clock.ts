/** A clock that goes when a test moves it. */
export function clockAt(time = Date.now()) {
  return { now: () => time, later: (ms: number) => void (time += ms), set: (to: number) => void (time = to) }
}
