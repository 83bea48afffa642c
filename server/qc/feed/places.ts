import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'

const RETRY_SECONDS = '10'

/** Bounds how many listen: of one holder, and in all (S90). */
export function createPlaces({ maxStreams, maxStreamsPerUser }: Pick<Settings, 'maxStreams' | 'maxStreamsPerUser'>) {
  const held = new Map<string, number>()
  let all = 0
  return {
    /** @throws Refusal 429 */
    take(holder: string): void {
      const own = held.get(holder) ?? 0
      if (all >= maxStreams || own >= maxStreamsPerUser) {
        throw new Refusal(codes.tooMany, 'qcStream.tooMany').with({ 'retry-after': RETRY_SECONDS })
      }
      held.set(holder, own + 1)
      all += 1
    },
    giveBack(holder: string): void {
      const left = (held.get(holder) ?? 0) - 1
      if (left > 0) held.set(holder, left)
      else held.delete(holder)
      all -= 1
    },
  }
}
