import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { usePathname } from 'wouter/use-browser-location'
import { afterPaint } from '../paint/after-paint'
import { progress } from '../form/waiting'
import './Progress.css'

export { startProgress } from '../form/waiting'

/** A navigation shows the bar for this long, even for a page that is loaded already. */
const NAVIGATION_MS = 300

/** A thin bar at the top of the window: at every navigation, and during long work counted by `startProgress`. */
export function Progress() {
  const { running } = useSnapshot(progress)
  const isNavigating = useIsNavigating()
  return (running > 0 || isNavigating) && <div className="progress" data-navigating={isNavigating} aria-hidden="true" />
}

function useIsNavigating(): boolean {
  const path = usePathname()
  const [isNavigating, setIsNavigating] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The first frame belongs to the page.
    const cancel = afterPaint(() => {
      setIsNavigating(true)
      timer = setTimeout(() => setIsNavigating(false), NAVIGATION_MS)
    })
    return () => {
      cancel()
      clearTimeout(timer)
    }
  }, [path])
  return isNavigating
}
