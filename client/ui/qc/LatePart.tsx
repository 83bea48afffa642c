import { createElement, useEffect, useState } from 'react'
import type { Part } from '../part'

/** By then the first page is probably complete. */
const IDLE_MS = 3000
/** By then it usually is; for parts with reserved space. */
export const SOON_MS = 500
/** A network gap must not hide the part permanently. */
const RETRY_MS = 10_000

/**
 * Loads a part in the background, once there is little else to load; true when it is loaded.
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
        () => {}, // retried
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

/** Draws a part once {@link useLatePart} has loaded it. */
export function LatePart<Props extends object>({ of: Arrived, with: props, idleMs }: LatePartProps<Props>) {
  return useLatePart(Arrived, idleMs) && createElement(Arrived, props)
}
