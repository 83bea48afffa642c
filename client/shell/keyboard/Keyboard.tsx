import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useIsAsking } from '../../ui/overlay/confirm'
import { isReady } from '../../ui/ready'
import { closeOverlay, overlay, type Overlay } from './overlay'
import { overlayParts } from './overlay-parts'
import { useShortcuts } from './useShortcuts'

/** The keys of the product, and what opens over the shell at their press. Draw it once. */
export function Keyboard() {
  const { open, requested } = useSnapshot(overlay)
  const isAsking = useIsAsking()
  useShortcuts()
  useEffect(() => {
    if (requested) void openRequested(requested)
  }, [requested])
  useEffect(() => {
    if (isAsking && open) closeOverlay(open) // a question must not lie under it
  }, [isAsking, open])
  const Open = open && overlayParts[open]
  return Open && <Open onClose={() => closeOverlay(open)} />
}

/** An overlay that cannot be fetched takes nothing else with it. */
async function openRequested(which: Overlay) {
  overlay.requested = ''
  if (await isReady(overlayParts[which])) overlay.open = which
}
