import { useSyncExternalStore } from 'react'
import { formatTime, NO_TIME, relativeTime, shortTime, toDate, type TimeValue } from '#shared/format/time'
import { readText } from '../stores/texts'
import { Tooltip } from './overlay/Tooltip'
import { useLocale } from './useText'

type TimeProps = {
  value: TimeValue
  /** Shows the elapsed time, and keeps it up to date: "5 minutes ago". */
  relative?: boolean
}

/** A short instant, with the full time as the tooltip; `-` for none. */
export function Time({ value, relative = false }: TimeProps) {
  const instant = toDate(value)
  if (!instant) return NO_TIME
  return (
    <Tooltip text={formatTime(instant)}>
      <time dateTime={instant.toISOString()}>
        {relative ? <Ago instant={instant} /> : shortTime(instant, new Date())}
      </time>
    </Tooltip>
  )
}

function Ago({ instant }: { instant: Date }) {
  const locale = useLocale()
  useSyncExternalStore(everyTick, tick)
  const now = new Date()
  const ago = relativeTime(instant, now)
  return ago ? readText(locale, ago.key, ago.values) : shortTime(instant, now)
}

/** The resolution of "just now". */
const TICK_MS = 15_000

const tick = () => Math.floor(Date.now() / TICK_MS)

function everyTick(changed: () => void) {
  const timer = setInterval(changed, TICK_MS)
  return () => clearInterval(timer)
}
