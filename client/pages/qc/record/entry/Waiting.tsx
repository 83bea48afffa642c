import { formatTime } from '#shared/format/time'
import { Tooltip } from '../../../../ui/overlay/Tooltip'
import { useText } from '../../../../ui/useText'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** For how long something has been waiting, in whole minutes, hours or days, with the full time on pointing at it. */
export function Waiting({ since }: { since: string }) {
  const t = useText()
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / MINUTE_MS))
  const said =
    minutes < HOUR_MINUTES
      ? t('qcRecord.waited.minutes', { count: minutes })
      : minutes < DAY_MINUTES
        ? t('qcRecord.waited.hours', { count: Math.floor(minutes / HOUR_MINUTES) })
        : t('qcRecord.waited.days', { count: Math.floor(minutes / DAY_MINUTES) })
  return (
    <Tooltip text={formatTime(since)}>
      <time className="record-waiting" dateTime={since}>
        {said}
      </time>
    </Tooltip>
  )
}
