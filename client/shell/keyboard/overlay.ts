import { proxy } from 'valtio'
import { toast } from '../../ui/toast'
import { tr } from '../../ui/useText'

const load = { search: () => import('../search/Palette'), keys: () => import('./KeyList') }

/** What may be opened over the shell from anywhere: the search, or the list of keys. */
export type Overlay = keyof typeof load

export const overlay = proxy<{ open: Overlay | '' }>({ open: '' })

export const loadPalette = load.search
export const loadKeyList = load.keys

/** Opens it after its code has arrived, so that one that cannot be fetched takes nothing else with it. */
export async function openOverlay(which: Overlay): Promise<void> {
  try {
    await load[which]()
    overlay.open = which
  } catch {
    toast.show(tr('error.network'), { tone: 'error' })
  }
}

/** Closes this one; what has been opened in its place meanwhile stays. */
export function closeOverlay(which: Overlay): void {
  if (overlay.open === which) overlay.open = ''
}
