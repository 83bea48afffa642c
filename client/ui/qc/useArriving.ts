import { useEffect, useState } from 'react'
import type { Part } from '../part'

/** After the first page is likely to stand. */
const IDLE_MS = 3000
/** A gap in the network must not keep it away for good. */
const RETRY_MS = 10_000

/**
 * Has a part come without being asked for, once there is little else to fetch; true when it is there.
 *
 * @param idleMs how long that is waited for
 */
export function useArriving<Props extends object>(source: Part<Props>, idleMs = IDLE_MS): boolean {
  const [isThere, setIsThere] = useState(source.loaded() !== undefined)
  useEffect(() => {
    if (isThere) return
    const fetchIt = () =>
      void source.preload().then(
        () => setIsThere(true),
        () => {}, // tried again
      )
    const idle = setTimeout(fetchIt, idleMs)
    const again = setInterval(fetchIt, RETRY_MS)
    return () => {
      clearTimeout(idle)
      clearInterval(again)
    }
  }, [source, isThere, idleMs])
  return isThere
}
