import { proxy } from 'valtio'

/** The settings drawer. It stays rendered after closing until it has slid out. */
export const drawer = proxy({ isOpen: false, isDrawn: false })

export function closeSettings(): void {
  drawer.isOpen = false
}
