import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'

/** Behind so many of the same key nobody is answered in time. */
const MAX_WAITING = 100
const RETRY_SECONDS = '5'

type Line = { last: Promise<unknown>; length: number }

/** Has works of the same key done one after the other; beyond `most` that wait one is refused, with 503 (S93). */
export function createTurns(most = MAX_WAITING) {
  const lines = new Map<string, Line>()
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length > most) throw new Refusal(codes.busy, 'error.busy').with({ 'retry-after': RETRY_SECONDS })
    lines.set(key, line)
    line.length += 1
    const mine = line.last.then(work)
    line.last = mine.catch(() => {}) // the caller hears of it
    try {
      return await mine
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }
}
