import { useText } from '../../../../ui/useText'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, as short as a wall has room for: `12 min`, `3 h`, `2 d`. */
export function useAge(now: number): (at: string) => string {
  const span = useSpan()
  return (at) => span(Math.max(0, now - Date.parse(at)))
}

/** The same for a length of time in milliseconds. */
export function useSpan(): (ms: number) => string {
  const t = useText()
  return (ms) => {
    if (ms < 1.5 * HOUR) return t('qcWall.minutes', { count: Math.round(ms / MINUTE) })
    if (ms < 1.5 * DAY) return t('qcWall.hours', { count: Math.round(ms / HOUR) })
    return t('qcWall.days', { count: Math.round(ms / DAY) })
  }
}
