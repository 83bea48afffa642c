import { useSnapshot } from 'valtio'
import { closeOverlay, overlay, overlays } from './overlay'
import { useShortcuts } from './useShortcuts'

/** The keys of the product, and what opens over the shell at their press. Draw it once. */
export function Keyboard() {
  const { open } = useSnapshot(overlay)
  useShortcuts()
  const Open = open && overlays[open]
  return Open && <Open onClose={() => closeOverlay(open)} />
}
