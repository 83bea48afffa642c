import { TooManyWriters } from './fault'

const LOOK_MS = 500

type Waiting = { since: number; reject: (error: unknown) => void }

/**
 * Takes those out of `line` and refuses them who have waited there for `patienceMs`, the first of them first.
 * @returns how to stop that
 */
export function refuseLate(line: Waiting[], patienceMs: number): () => void {
  const looking = setInterval(
    () => {
      const late = performance.now() - patienceMs
      const inTime = line.findIndex(({ since }) => since > late)
      for (const { reject } of line.splice(0, inTime < 0 ? line.length : inTime)) reject(new TooManyWriters())
    },
    Math.min(LOOK_MS, patienceMs),
  )
  return () => clearInterval(looking)
}
