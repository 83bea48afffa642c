import { useSnapshot } from 'valtio'
import { statuses } from '#shared/constants'
import { cronPlanOf, dayNames, minutesAhead, shifted, timeOf, type CronPlan } from '#shared/format/cron'
import type { Job, JobQuery } from '#shared/admin/job'
import { appInfo } from '../../../stores/app-info'
import { settings } from '../../../stores/settings'
import type { Column } from '../../../ui/table/column'
import { DictTag } from '../../../ui/dict'
import { isOn } from '../../../ui/record/is-on'
import { jobName } from '../../../ui/record/names'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the list of jobs. */
export const jobColumns = (t: T, deeds: RecordDeeds<Job>): Column<Job, JobQuery>[] => [
  {
    id: 'jobName',
    header: t('job.name'),
    sortable: true,
    canHide: false,
    cell: (job) => (
      <RowLink row={job} onOpen={deeds.onEdit}>
        {jobName(job)}
      </RowLink>
    ),
  },
  { id: 'kind', header: t('job.kind'), cell: ({ invokeTarget }) => t(`job.kind.${invokeTarget}`) },
  {
    id: 'jobGroup',
    header: t('job.group'),
    sortable: true,
    cell: (job) => <DictTag type="sys_job_group" value={job.jobGroup} />,
  },
  { id: 'cronExpression', header: t('job.when'), cell: (job) => <Cron job={job} t={t} /> },
  { id: 'status', header: t('record.status'), sortable: true, cell: (job) => <JobState job={job} t={t} /> },
  { id: 'nextRunAt', header: t('job.nextRun'), cell: ({ nextRunAt }) => <Time value={nextRunAt} /> },
  { id: 'lastRunAt', header: t('job.lastRun'), cell: (job) => <LastRun job={job} t={t} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

/**
 * When a job is due, by the browser's clock, as its runs are shown; the expression is meant by the server's. What is not
 * said in one sentence stands as it was entered, with the server's zone.
 */
function Cron({ job: { cronExpression, nextRunAt }, t }: { job: Job; t: T }) {
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

function JobState({ job: { isRunning, status }, t }: { job: Job; t: T }) {
  if (isRunning) return <Tag tone="info">{t('job.running')}</Tag>
  return isOn(status) ? <Tag tone="ok">{t('job.on')}</Tag> : <Tag tone="pending">{t('job.off')}</Tag>
}

function LastRun({ job: { lastRunAt, lastStatus }, t }: { job: Job; t: T }) {
  if (lastStatus === null) return '-'
  return (
    <span className="job-last-run">
      <Time value={lastRunAt} />
      {lastStatus === statuses.off && <Tag tone="ng">{t('job.failed')}</Tag>}
    </span>
  )
}

const actionsColumn = (t: T, deeds: RecordDeeds<Job>): Column<Job, JobQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (job) => <RecordActions row={job} name={jobName(job)} {...deeds} />,
})
