import { proxy } from 'valtio'

/** The settings drawer. It is drawn a moment longer than it is open, until it has slid away. */
export const drawer = proxy({ isOpen: false, isDrawn: false })

export function closeSettings(): void {
  drawer.isOpen = false
}
