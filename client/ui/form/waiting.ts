import { proxy } from 'valtio'

/** How much is under way that the operator waits for: pages, requests. */
export const progress = proxy({ running: 0 })

/** Counts one thing in; call the function it returns when that is over, however it ended. */
export function startProgress(): () => void {
  progress.running += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    progress.running -= 1
  }
}
