import { useEffect } from 'react'
import { hasOtherBuild } from '../../../../stores/build'
import { setLocale, settings } from '../../../../stores/settings'

const CHECK_EVERY_MS = 10 * 60_000
/** After this time without input the device counts as unused. */
const IDLE_MS = 60_000

/** Uses the language of the address, `lang=en`; without it the language of this device stays. */
export function useLanguage(lang: string | null): void {
  useEffect(() => {
    if ((lang === 'zh' || lang === 'en') && lang !== settings.locale) void setLocale(lang).catch(() => {})
  }, [lang])
}

/**
 * For a screen without an operator: it stays lit, and loads a new version of the pages automatically when the device is
 * unused.
 */
export function useUnattended(isOn: boolean): void {
  useEffect(() => (isOn ? keepLit() : undefined), [isOn])
  useEffect(() => (isOn ? updateWhenIdle() : undefined), [isOn])
}

/** The system releases the lock whenever the page is hidden. */
function keepLit(): () => void {
  let lock: WakeLockSentinel | undefined
  let isStopped = false
  async function acquire() {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      const acquired = await navigator.wakeLock.request('screen')
      if (isStopped) void acquired.release()
      else lock = acquired
    } catch {
      // low battery, or forbidden: the screen goes dark as its settings say
    }
  }
  const acquireAgain = () => void acquire()
  acquireAgain()
  document.addEventListener('visibilitychange', acquireAgain)
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', acquireAgain)
    void lock?.release().catch(() => {})
  }
}

function updateWhenIdle(): () => void {
  let touchedAt = 0
  const touch = () => {
    touchedAt = Date.now()
  }
  async function check() {
    if (Date.now() - touchedAt < IDLE_MS) return
    if (await hasOtherBuild()) location.reload()
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  const events = ['pointermove', 'pointerdown', 'keydown'] as const
  for (const event of events) addEventListener(event, touch, { passive: true })
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, touch)
  }
}
