import { useSyncExternalStore } from 'react'
import { layout } from '../stores/layout'

/** False on phones, and if the browser has no full screen or forbids it to this page. */
export const hasFullscreen = (): boolean => layout.device === 'desktop' && document.fullscreenEnabled

export const isFullscreen = (): boolean => document.fullscreenElement !== null

/** Toggles full screen. A browser that refuses shows this itself. */
export async function toggleFullscreen(): Promise<void> {
  const change = isFullscreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  await change.catch(() => {})
}

export const useFullscreen = (): boolean => useSyncExternalStore(follow, isFullscreen)

function follow(onChange: () => void) {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
