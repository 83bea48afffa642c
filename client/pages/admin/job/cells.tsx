import { useSnapshot } from 'valtio'
import { statuses } from '#shared/constants'
import { cronPlanOf, dayNames, minutesAhead, shifted, timeOf, type CronPlan } from '#shared/format/cron'
import type { Job } from '#shared/admin/job'
import { appInfo } from '../../../stores/app-info'
import { settings } from '../../../stores/settings'
import { isOn } from '../../../ui/record/is-on'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/**
 * When a job is due, by the browser's clock, as its runs are shown; the expression is meant by the server's. What is not
 * said in one sentence stands as it was entered, with the server's zone.
 */
export function Cron({ job: { cronExpression, nextRunAt }, t }: { job: Job; t: T }) {
  const { timeZone } = useSnapshot(appInfo)
  const plan = cronPlanOf(cronExpression)
  const ahead = minutesAhead(undefined, timeZone, nextRunAt ? new Date(nextRunAt) : new Date())
  const here = plan && shifted(plan, ahead)
  const raw = `${cronExpression} ${timeZone ?? ''}`.trim()
  if (here) return <span title={raw}>{sentenceOf(here, t)}</span>
  return (
    <>
      <code>{cronExpression}</code> {timeZone}
    </>
  )
}

function sentenceOf(plan: CronPlan, t: T): string {
  if (plan.kind === 'minutes') return t('job.when.minutes', { count: plan.every })
  if (plan.kind === 'hourly') return t('job.when.hourly', { minute: plan.minute })
  const time = timeOf(plan.at)
  if (plan.kind === 'daily') return t('job.when.daily', { time })
  if (plan.kind === 'monthly') return t('job.when.monthly', { day: plan.day, time })
  return t('job.when.weekly', { days: dayNames(settings.locale, plan.days), time })
}

export function JobState({ job: { isRunning, status }, t }: { job: Job; t: T }) {
  if (isRunning) return <Tag tone="info">{t('job.running')}</Tag>
  return isOn(status) ? <Tag tone="ok">{t('job.on')}</Tag> : <Tag tone="pending">{t('job.off')}</Tag>
}

export function LastRun({ job: { lastRunAt, lastStatus }, t }: { job: Job; t: T }) {
  if (lastStatus === null) return '-'
  return (
    <span className="job-last-run">
      <Time value={lastRunAt} />
      {lastStatus === statuses.off && <Tag tone="ng">{t('job.failed')}</Tag>}
    </span>
  )
}
