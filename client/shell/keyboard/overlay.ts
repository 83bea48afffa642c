import { proxy } from 'valtio'

/** The overlays that can be opened from anywhere: the search, and the list of keys. */
export type Overlay = 'search' | 'keys'

export const overlay = proxy<{ open: Overlay | ''; requested: Overlay | '' }>({ open: '', requested: '' })

/** Requests an overlay; `Keyboard` opens it once its code is loaded. */
export function openOverlay(which: Overlay): void {
  overlay.requested = which
}

/** Closes this overlay; another one opened meanwhile stays. */
export function closeOverlay(which: Overlay): void {
  if (overlay.open === which) overlay.open = ''
}
