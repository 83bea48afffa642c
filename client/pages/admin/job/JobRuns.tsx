import { useQuery } from '@tanstack/react-query'
import { statuses } from '#shared/constants'
import { formatTime } from '#shared/format/time'
import type { Job, JobRun } from '#shared/admin/job'
import { jobApi } from '../../../api/admin/job'
import { Dialog } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { jobName } from '../../../ui/record/names'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { useText, type T } from '../../../ui/useText'
import type { RowDialogProps } from '../../../ui/record/list-page'
import './job.css'

const SHOWN = 20
/** The polling interval during a run. */
const LOOK_AGAIN_MS = 1500

/** The results of a job's last runs. */
export default function JobRuns({ row, onClose }: RowDialogProps<Job>) {
  const t = useText()
  const { jobId } = row
  const { data, error, refetch } = useQuery({
    queryKey: ['job-run', jobId],
    queryFn: ({ signal }) => jobApi.runs({ jobId, pageSize: SHOWN }, signal),
    refetchInterval: ({ state }) => state.data?.list.some(({ finishedAt }) => finishedAt === null) && LOOK_AGAIN_MS,
    retry: false,
  })
  return (
    <Dialog title={t('job.runsTitle', { name: jobName(row) })} open onClose={onClose} size="medium">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height="240px" />
      ) : data.list.length === 0 ? (
        <EmptyState icon="time-range" text={t('job.noHistory')} />
      ) : (
        <ul className="job-runs">
          {data.list.map((run) => (
            <Run key={run.runId} run={run} t={t} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Run({ run: { startedAt, finishedAt, status, message, isByHand }, t }: { run: JobRun; t: T }) {
  const seconds = finishedAt === null ? undefined : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  return (
    <li>
      <div className="job-run-head">
        <b>{formatTime(startedAt)}</b>
        {seconds === undefined ? (
          <Tag tone="info">{t('job.running')}</Tag>
        ) : status === statuses.on ? (
          <Tag tone="ok">{t('job.done')}</Tag>
        ) : (
          <Tag tone="ng">{t('job.failed')}</Tag>
        )}
        <span className="job-run-facts">
          {t(isByHand ? 'job.byHand' : 'job.byClock')}
          {seconds !== undefined && ` · ${t('job.seconds', { seconds: seconds.toFixed(1) })}`}
        </span>
      </div>
      {message && <p className="job-run-message">{message}</p>}
    </li>
  )
}
