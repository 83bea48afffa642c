import { proxy } from 'valtio'

/** The overlays that can be opened from anywhere: the search, and the list of keys. */
export type Overlay = 'search' | 'keys'

export const overlay = proxy<{ open: Overlay | ''; requested: Overlay | '' }>({ open: '', requested: '' })

/** Asks `Keyboard` to open it, once its code has arrived. */
export function openOverlay(which: Overlay): void {
  overlay.requested = which
}

/** Closes this one; what has been opened in its place meanwhile stays. */
export function closeOverlay(which: Overlay): void {
  if (overlay.open === which) overlay.open = ''
}
