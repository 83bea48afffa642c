import { useEffect } from 'react'
import { hasOtherBuild } from '../../../../stores/build'

const LOOK_EVERY_MS = 10 * 60_000
/** Nobody touches it. */
const IDLE_MS = 60_000

/**
 * What a screen does that nobody looks after: it stays lit, and takes up a new version of the pages by itself, when the
 * server is there and nobody is at it.
 */
export function useUnattended(isOn: boolean): void {
  useEffect(() => (isOn ? keepLit() : undefined), [isOn])
  useEffect(() => (isOn ? renew() : undefined), [isOn])
}

/** The system takes the lock away whenever the page is out of sight. */
function keepLit(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  async function take() {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      const taken = await navigator.wakeLock.request('screen')
      if (isOver) void taken.release()
      else lock = taken
    } catch {
      // low on battery, or forbidden: the screen goes dark as its settings say
    }
  }
  const takeAgain = () => void take()
  takeAgain()
  document.addEventListener('visibilitychange', takeAgain)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', takeAgain)
    void lock?.release().catch(() => {})
  }
}

function renew(): () => void {
  let touchedAt = 0
  const touch = () => {
    touchedAt = Date.now()
  }
  async function look() {
    if (Date.now() - touchedAt < IDLE_MS) return
    if (await hasOtherBuild()) location.reload()
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  const events = ['pointermove', 'pointerdown', 'keydown'] as const
  for (const event of events) addEventListener(event, touch, { passive: true })
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, touch)
  }
}
