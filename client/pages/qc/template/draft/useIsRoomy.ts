import { useSyncExternalStore } from 'react'

/** From here on all of a line has its place beside the grid. */
const roomy = matchMedia('(min-width: 1280px)')

function subscribe(changed: () => void) {
  roomy.addEventListener('change', changed)
  return () => roomy.removeEventListener('change', changed)
}

export const useIsRoomy = () => useSyncExternalStore(subscribe, () => roomy.matches)
