import { formatTime } from '#shared/format/time'
import { nextRuns } from '#shared/schemas/job'
import { useText } from '../../ui/useText'

const COUNT = 3

/** The next times of a cron expression, as it is being typed: who has not learnt cron sees what they have said. */
export function NextRuns({ expression }: { expression: string }) {
  const t = useText()
  const times = nextRuns(expression.trim(), COUNT)
  return (
    <div className="job-next" aria-live="polite">
      <span className="field-label">{t('job.nextRuns')}</span>
      {times.length === 0 ? (
        <span>{t('job.noRuns')}</span>
      ) : (
        <ul>
          {times.map((time) => (
            <li key={+time}>{formatTime(time)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
