import { fullTime, instantOf, shortTime } from './moments'
import { Tooltip } from './Tooltip'

/** An instant of the server, short, with the full time on pointing at it; `-` when there is none. */
export function Time({ value }: { value: string | null | undefined }) {
  const instant = instantOf(value)
  if (!instant) return '-'
  return (
    <Tooltip text={fullTime(instant)}>
      <time dateTime={instant.toISOString()}>{shortTime(instant, new Date())}</time>
    </Tooltip>
  )
}
