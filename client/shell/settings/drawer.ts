import { proxy } from 'valtio'
import { part } from '../../ui/part'
import { isReady } from '../../ui/ready'
import { frameTexts, withWords } from '../../ui/word-parts'

/** The settings drawer. It is drawn a moment longer than it is open, until it has slid away. */
export const drawer = proxy({ isOpen: false, isDrawn: false })

export const SettingsDrawer = part(() => withWords(() => import('./SettingsDrawer'), frameTexts))

/** Opens the settings drawer, after its code has arrived. */
export async function openSettings(): Promise<void> {
  if (await isReady(SettingsDrawer)) Object.assign(drawer, { isOpen: true, isDrawn: true })
}

export function closeSettings(): void {
  drawer.isOpen = false
}
