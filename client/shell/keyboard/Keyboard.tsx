import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { closeOverlay, loadKeyList, loadPalette, overlay } from './overlay'
import { useShortcuts } from './useShortcuts'

const Palette = lazy(loadPalette)
const KeyList = lazy(loadKeyList)

/** The keys of the product, and what opens over the shell at their press. Draw it once. */
export function Keyboard() {
  const { open } = useSnapshot(overlay)
  useShortcuts()
  return (
    <Suspense>
      {open === 'search' && <Palette onClose={() => closeOverlay('search')} />}
      {open === 'keys' && <KeyList onClose={() => closeOverlay('keys')} />}
    </Suspense>
  )
}
