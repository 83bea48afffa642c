import { useSyncExternalStore } from 'react'

/** From this width on, the sheet of a line fits beside the grid. */
const roomy = matchMedia('(min-width: 1280px)')

function subscribe(onChange: () => void) {
  roomy.addEventListener('change', onChange)
  return () => roomy.removeEventListener('change', onChange)
}

export const useIsRoomy = () => useSyncExternalStore(subscribe, () => roomy.matches)
