import { useQuery } from '@tanstack/react-query'
import type { ServerMonitor, ServerNotice } from '#shared/admin/monitor'
import { getServerMonitor } from '../../../api/admin/monitor'
import { Button } from '../../../ui/Button'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { Icon } from '../../../ui/icons/Icon'
import { Figures } from './Figures'
import { Trends } from './Trends'
import './monitor.css'

const EVERY_MS = 5000

/** The state of the server: load, memory, disk, database. Reloaded every five seconds while the page is visible. */
export default function MonitorPage() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['server-monitor'],
    queryFn: ({ signal }) => getServerMonitor(signal),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  return (
    <section>
      <PageHead title={t('monitor.title')} intro={t('monitor.intro')}>
        <Button icon="refresh" onClick={() => void refetch()}>
          {t('action.refresh')}
        </Button>
      </PageHead>
      {data ? (
        <>
          {error && <p className="monitor-stale">{t('monitor.stale', { time: timeOf(data) })}</p>}
          <NoticeList notices={data.notices} />
          <Figures monitor={data} t={t} />
          <Trends />
        </>
      ) : error ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton height="420px" />
      )}
    </section>
  )
}

const timeOf = ({ os }: ServerMonitor) => new Date(os.time).toLocaleTimeString()

/** The problems that need attention, the worst first. */
function NoticeList({ notices }: { notices: readonly ServerNotice[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="grid monitor-notices">
      {notices.map(({ kind, isUrgent, text }) => (
        <li key={kind} className={`row start monitor-notice monitor-notice-${isUrgent ? 'ng' : 'warn'}`}>
          <Icon name="warning" />
          {text}
        </li>
      ))}
    </ul>
  )
}
