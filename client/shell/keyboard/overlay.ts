import { proxy } from 'valtio'
import { dialogPart } from '../../ui/overlay/Dialog'
import { part } from '../../ui/part'
import { isReady } from '../../ui/ready'
import { frameTexts, withWords } from '../../ui/word-parts'

/** What may be opened over the shell from anywhere: the search, and the list of keys. */
export const overlays = {
  search: part(() => import('../search/Palette')),
  keys: dialogPart(() => withWords(() => import('./KeyList'), frameTexts)),
}

type Overlay = keyof typeof overlays

export const overlay = proxy<{ open: Overlay | '' }>({ open: '' })

/** Opens it after its code has arrived, so that one that cannot be fetched takes nothing else with it. */
export async function openOverlay(which: Overlay): Promise<void> {
  if (await isReady(overlays[which])) overlay.open = which
}

/** Closes this one; what has been opened in its place meanwhile stays. */
export function closeOverlay(which: Overlay): void {
  if (overlay.open === which) overlay.open = ''
}
