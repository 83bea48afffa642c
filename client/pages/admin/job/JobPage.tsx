import { useSnapshot } from 'valtio'
import { jobKinds, statuses } from '#shared/constants'
import type { Job, JobQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { cronPlanOf, dayNames, minutesAhead, shifted, timeOf, type CronPlan } from '#shared/format/cron'
import { jobApi } from '../../../api/admin/job'
import { DictSelect, DictTag } from '../../../ui/dict'
import { filterBar, searchFilter, choiceFilter, statusFilter } from '../../../ui/record/filter-bar'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isOn } from '../../../ui/record/is-on'
import { jobName } from '../../../ui/record/names'
import { isDone } from '../../../ui/record/record-actions'
import { listPage } from '../../../ui/record/declared'
import { recordPage } from '../../../ui/record/RecordPage'
import { toast } from '../../../ui/overlay/toast'
import { Time } from '../../../ui/time'
import { tr, type T } from '../../../ui/useText'
import { appInfo } from '../../../stores/app-info'
import { settings } from '../../../stores/settings'
import { Tag } from '../../../ui/feedback/Tag'

const jobs = listPage(job, {
  api: jobApi,
  cells: {
    invokeTarget: ({ invokeTarget }, t) => t(`job.kind.${invokeTarget}`),
    jobGroup: ({ jobGroup }) => <DictTag type="sys_job_group" value={jobGroup} />,
    cronExpression: (job, t) => <Cron job={job} t={t} />,
    status: (job, t) => <JobState job={job} t={t} />,
    nextRunAt: ({ nextRunAt }) => <Time value={nextRunAt} />,
    lastRunAt: (job, t) => <LastRun job={job} t={t} />,
  },
  Filters: filterBar<JobQuery>(
    searchFilter('jobName', 'job.name'),
    choiceFilter('invokeTarget', 'job.kind', 'record.anyKind', jobKinds, (kind, t) => t(`job.kind.${kind}`)),
    ({ query, filter, t }) => (
      <DictSelect
        type="sys_job_group"
        label={t('job.group')}
        placeholder={t('job.anyGroup')}
        value={query.jobGroup}
        onSelect={(jobGroup) => filter({ jobGroup })}
      />
    ),
    statusFilter(),
  ),
  Form: dialogPart(() => import('./JobForm')),
  actions: [
    {
      key: 'run',
      label: 'job.run',
      tag: 'job:sysJob:start',
      isOff: ({ isRunning }) => isRunning,
      onSelect: (job, refresh) => void runNow(job, refresh),
    },
    {
      key: 'start',
      label: 'job.start',
      tag: 'job:sysJob:start',
      isFor: ({ status }) => !isOn(status),
      onSelect: ({ jobId }, refresh) => void switched(jobApi.start(jobId), refresh),
    },
    {
      key: 'stop',
      label: 'job.stop',
      tag: 'job:sysJob:start',
      isFor: ({ status }) => isOn(status),
      onSelect: ({ jobId }, refresh) => void switched(jobApi.stop(jobId), refresh),
    },
    { key: 'runs', label: 'job.runs', tag: 'job:sysJob:log', Dialog: dialogPart(() => import('./JobRuns')) },
  ],
})

/** The scheduled jobs of the server. */
export default recordPage(jobs)

async function switched(call: Promise<unknown>, refresh: () => void) {
  if (await isDone(call)) refresh()
}

/** Most jobs end in a moment: the list is reloaded after this time. */
const SOON_MS = 1500

async function runNow(job: Job, refresh: () => void) {
  if (!(await isDone(jobApi.run(job.jobId)))) return
  toast.show(tr('job.startedDone', { name: jobName(job) }), { tone: 'success' })
  refresh()
  setTimeout(refresh, SOON_MS)
}

/**
 * The schedule of a job in the browser's time zone, like its runs; the expression itself is in the server's. A schedule
 * too complex for one sentence is shown as entered, with the server's time zone.
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
