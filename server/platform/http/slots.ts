import { codes } from '#shared/envelope'
import type { AnyPlainTextKey } from '#shared/i18n/text'
import { Refusal } from './refusal'
import type { Reader, Store } from '../store/store'

const RETRY_SECONDS = '5'

/**
 * Limits costly work: one at a time per user, and `most` for all users together (S66). Returns the function that frees
 * the slot; a second call does nothing.
 * @throws Refusal 429
 */
export function createSlots(most: number, key: AnyPlainTextKey) {
  const taken = new WeakMap<Reader, Map<number, symbol>>()
  return function take({ db }: Store, userId: number): () => void {
    const holders = taken.getOrInsertComputed(db, () => new Map())
    if (holders.has(userId) || holders.size >= most) {
      throw new Refusal(codes.tooMany, key).with({ 'retry-after': RETRY_SECONDS })
    }
    const slot = Symbol('slot')
    holders.set(userId, slot)
    return () => void (holders.get(userId) === slot && holders.delete(userId))
  }
}
