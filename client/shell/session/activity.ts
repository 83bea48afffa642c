const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let at = 0

/** The time of the operator's last action in this window, by this machine's clock; 0 if there was none. */
export const lastActivity = (): number => at

/** Watches the operator's actions. Returns a function that stops it. */
export function watchActivity(): () => void {
  const note = () => void (at = Date.now())
  for (const sign of signs) addEventListener(sign, note, { passive: true, capture: true })
  return () => {
    for (const sign of signs) removeEventListener(sign, note, { capture: true })
  }
}
