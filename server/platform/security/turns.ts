import { busy, type Refusal } from '../http/refusal'
import { PATIENCE_MS } from '../chunks/yield-to-event-loop'

/** Behind so many of the same key nobody is answered in time. */
const MAX_WAITING = 100

type Line = { running: number; waiting: (() => void)[] }
type Bounds = { atOnce?: number; mostWaiting?: number; patienceMs?: number; tooMany?: () => Refusal }

/**
 * Has `atOnce` works of the same key done at a time, in their order. Beyond `mostWaiting` that wait one is refused, and so
 * is one that has waited for `patienceMs`; neither is begun (S93).
 */
export function createTurns<Key>({
  atOnce = 1,
  mostWaiting = MAX_WAITING,
  patienceMs = PATIENCE_MS,
  tooMany = busy,
}: Bounds = {}) {
  const lines = new Map<Key, Line>()

  const turnIn = ({ waiting }: Line) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(busy())
      }, patienceMs)
      function begin() {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(begin)
    })

  return async function inTurn<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else if (line.waiting.length >= mostWaiting) throw tooMany()
    else await turnIn(line)
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
