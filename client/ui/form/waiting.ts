import { proxy } from 'valtio'

/** The number of pages and requests that the operator waits for. */
export const progress = proxy({ running: 0 })

/** Counts one task; call the returned function when it has ended, with or without success. */
export function startProgress(): () => void {
  progress.running += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    progress.running -= 1
  }
}
