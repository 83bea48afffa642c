import type { KeyboardEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/**
 * Follows what is typed at a control, key by key.
 *
 * @param pauseMs the longest time between two keys of one reading
 * @returns answers the reading up to a key. Enter and Tab end it; a longer pause begins another.
 */
export function followReading(pauseMs: number): (key: Key) => string {
  let text = ''
  let at = -Infinity
  return ({ key, timeStamp }) => {
    const before = timeStamp - at > pauseMs ? '' : text
    const reading = key.length === 1 ? before + key : before
    at = timeStamp
    text = key === 'Enter' || key === 'Tab' ? '' : reading
    return reading.trim()
  }
}
