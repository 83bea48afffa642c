import { part } from '../../ui/part'
import { isReady } from '../../ui/ready'
import { frameTexts, withWords } from '../../ui/app/word-parts'
import { drawer } from './drawer'

export const SettingsDrawer = part(() => withWords(() => import('./SettingsDrawer'), frameTexts))

/** Opens the settings drawer once its code is loaded. */
export async function openSettings(): Promise<void> {
  if (await isReady(SettingsDrawer)) Object.assign(drawer, { isOpen: true, isDrawn: true })
}
