import { proxy } from 'valtio'
import { startProgress } from '../../ui/Progress'
import { toast } from '../../ui/toast'
import { tr } from '../../ui/useText'

/** The settings drawer. It is drawn a moment longer than it is open, until it has slid away. */
export const drawer = proxy({ isOpen: false, isDrawn: false })

export const loadDrawer = () => import('./SettingsDrawer')

/** Opens the settings drawer, after its code has arrived. */
export async function openSettings(): Promise<void> {
  const isOver = startProgress()
  try {
    await loadDrawer()
  } catch {
    toast.show(tr('error.network'), { tone: 'error' })
    return
  } finally {
    isOver()
  }
  drawer.isOpen = true
  drawer.isDrawn = true
}

export function closeSettings(): void {
  drawer.isOpen = false
}
