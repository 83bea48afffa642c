import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useIsAsking } from '../../ui/overlay/confirm'
import { closeOverlay, overlay, overlays } from './overlay'
import { useShortcuts } from './useShortcuts'

/** The keys of the product, and what opens over the shell at their press. Draw it once. */
export function Keyboard() {
  const { open } = useSnapshot(overlay)
  const isAsking = useIsAsking()
  useShortcuts()
  useEffect(() => {
    if (isAsking && open) closeOverlay(open) // a question must not lie under it
  }, [isAsking, open])
  const Open = open && overlays[open]
  return Open && <Open onClose={() => closeOverlay(open)} />
}
