import { useSnapshot } from 'valtio'
import { nextRuns } from '#shared/admin/job'
import { appInfo } from '../../../stores/app-info'
import { useText } from '../../../ui/useText'

const COUNT = 3

/** The next times of a cron expression, as it is being typed: who has not learnt cron sees what they have said. */
export function NextRuns({ expression }: { expression: string }) {
  const t = useText()
  const { timeZone } = useSnapshot(appInfo)
  const times = nextRuns(expression.trim(), COUNT, timeZone)
  return (
    <div className="job-next" aria-live="polite">
      <span className="field-label">{t('job.nextRuns')}</span>
      {times.length === 0 ? (
        <span>{t('job.noRuns')}</span>
      ) : (
        <ul>
          {times.map((time) => (
            <li key={+time}>{inZone(time, timeZone)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** As the clock of the server will show it: `2026-11-22 02:30:00`, which is how Swedish writes times. */
const inZone = (time: Date, timeZone: string | undefined) => time.toLocaleString('sv-SE', { timeZone })
