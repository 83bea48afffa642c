import { createElement, useEffect, useState } from 'react'
import type { Part } from '../part'

/** The first page is likely to be complete by then. */
const IDLE_MS = 3000
/** On most computers it is: for what has an empty place on it. */
export const SOON_MS = 500
/** A gap in the network must not keep the part away for good. */
const RETRY_MS = 10_000

/**
 * Fetches a part without being asked for it, once there is little else to fetch; true when it is there.
 *
 * @param idleMs the wait before the first try
 */
export function useLatePart<Props extends object>({ loaded, preload }: Part<Props>, idleMs = IDLE_MS): boolean {
  const [isLoaded, setIsLoaded] = useState(loaded() !== undefined)
  useEffect(() => {
    if (isLoaded) return
    const load = () =>
      void preload().then(
        () => setIsLoaded(true),
        () => {}, // tried again
      )
    const idle = setTimeout(load, idleMs)
    const retry = setInterval(load, RETRY_MS)
    return () => {
      clearTimeout(idle)
      clearInterval(retry)
    }
  }, [preload, isLoaded, idleMs])
  return isLoaded
}

type LatePartProps<Props extends object> = { of: Part<Props>; with: Props; idleMs?: number }

/** Draws a part as soon as {@link useLatePart} has fetched it. */
export function LatePart<Props extends object>({ of: Arrived, with: props, idleMs }: LatePartProps<Props>) {
  return useLatePart(Arrived, idleMs) && createElement(Arrived, props)
}
