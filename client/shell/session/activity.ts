const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let at = 0

/** When the operator last did something in this window, by this machine's clock; 0 when they have not. */
export const lastActivity = (): number => at

/** Watches for what the operator does. Returns how to stop. */
export function watchActivity(): () => void {
  const note = () => void (at = Date.now())
  for (const sign of signs) addEventListener(sign, note, { passive: true, capture: true })
  return () => {
    for (const sign of signs) removeEventListener(sign, note, { capture: true })
  }
}
