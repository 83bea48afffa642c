import { jobKinds } from '#shared/constants'
import type { Job, JobQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { jobApi } from '../../../api/admin/job'
import { DictSelect, DictTag } from '../../../ui/dict'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isOn } from '../../../ui/record/is-on'
import { jobName } from '../../../ui/record/names'
import { isDone } from '../../../ui/record/record-actions'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { StatusFilter } from '../../../ui/record/status'
import { toast } from '../../../ui/overlay/toast'
import { Time } from '../../../ui/time'
import { tr, useText } from '../../../ui/useText'
import { Cron, JobState, LastRun } from './cells'

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
  Filters: JobFilters,
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

/** What the server does by itself, and when. */
export default function JobPage() {
  return <RecordPage of={jobs} />
}

function JobFilters({ query, filter }: FiltersProps<JobQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('job.name')} value={query.jobName ?? ''} onSearch={(jobName) => filter({ jobName })} />
      <Select
        label={t('job.kind')}
        placeholder={t('job.anyKind')}
        value={query.invokeTarget}
        options={jobKinds.map((kind) => ({ value: kind, label: t(`job.kind.${kind}`) }))}
        onSelect={(invokeTarget) => filter({ invokeTarget })}
      />
      <DictSelect
        type="sys_job_group"
        label={t('job.group')}
        placeholder={t('job.anyGroup')}
        value={query.jobGroup}
        onSelect={(jobGroup) => filter({ jobGroup })}
      />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}

async function switched(call: Promise<unknown>, refresh: () => void) {
  if (await isDone(call)) refresh()
}

/** Most jobs are over in a moment: the list is read once more when that one should be. */
const SOON_MS = 1500

async function runNow(job: Job, refresh: () => void) {
  if (!(await isDone(jobApi.run(job.jobId)))) return
  toast.show(tr('job.startedDone', { name: jobName(job) }), { tone: 'success' })
  refresh()
  setTimeout(refresh, SOON_MS)
}
