import { useSyncExternalStore } from 'react'

/** Below this width a table would have to scroll sideways, so cards replace it. */
const narrow = matchMedia('(max-width: 767px)')

function subscribe(changed: () => void) {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

export const isNarrowNow = () => narrow.matches

export const useIsNarrow = () => useSyncExternalStore(subscribe, isNarrowNow)
