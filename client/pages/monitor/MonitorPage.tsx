import { useQuery } from '@tanstack/react-query'
import { abbreviate } from '#shared/format/number'
import type { ServerMonitor } from '#shared/schemas/monitor'
import { getServerMonitor } from '../../api/monitor'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { PageHead } from '../../ui/PageHead'
import { Skeleton } from '../../ui/Skeleton'
import { Time } from '../../ui/time'
import { useText, type T } from '../../ui/useText'
import { Facts } from './Facts'
import { Gauge } from './Gauge'
import './monitor.css'

const EVERY_MS = 5000

/** How the server does: load, memory, disk, database. It is read again every five seconds while somebody looks. */
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
          <Figures monitor={data} t={t} />
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

/** Megabytes as people read them: `1.5 GB`. */
const size = (megabytes: number) => bytesText(megabytes * 1e6)

const bytesText = (bytes: number) => `${abbreviate(bytes)}B`.replace(/(?<=\d)(?=[a-zA-Z])/, ' ')

function Figures({ monitor, t }: { monitor: ServerMonitor; t: T }) {
  const { cpu, mem, swap, disk, os, database, process, net, bootTime } = monitor
  const [total, used] = [disk.total * 1024, disk.used * 1024]
  return (
    <>
      <ul className="monitor-gauges" aria-label={t('monitor.load')}>
        <Gauge label={t('monitor.cpu')} percent={cpu.percent} detail={t('monitor.cores', { count: cpu.cpuNum })} />
        <Gauge label={t('monitor.memory')} percent={mem.percent} detail={`${size(mem.used)} / ${size(mem.total)}`} />
        <Gauge label={t('monitor.disk')} percent={disk.percent} detail={`${size(used)} / ${size(total)}`} />
      </ul>
      <div className="monitor-cards">
        <Facts
          title={t('monitor.product')}
          facts={[
            [t('monitor.version'), process.version],
            [t('monitor.startedAt'), <Time key="time" value={process.startedAt} relative />],
            [t('monitor.ownMemory'), size(process.rss)],
            [t('monitor.ownCpu'), `${process.cpuPercent} %`],
            [t('monitor.runtime'), os.compiler],
          ]}
        />
        <Facts
          title={t('monitor.database')}
          facts={[
            [t('monitor.dialect'), `${database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${database.version}`],
            [t('monitor.databaseSize'), size(database.size)],
            ...(database.dialect === 'sqlite' ? [[t('monitor.wal'), size(database.log)] as const] : []),
            [t('monitor.diskFree'), size(total - used)],
          ]}
        />
        <Facts
          title={t('monitor.machine')}
          facts={[
            [t('monitor.hostName'), os.hostName],
            [t('monitor.system'), `${os.goOs} ${os.version} (${os.arch})`],
            [t('monitor.processor'), cpu.cpuInfo[0]?.modelName ?? '-'],
            [t('monitor.address'), os.ip || '-'],
            [t('monitor.uptime'), t('monitor.hours', { hours: bootTime })],
            [t('monitor.swap'), swap.total > 0 ? `${size(swap.used)} / ${size(swap.total)}` : '-'],
            [t('monitor.network'), `↓ ${bytesText(net.in * 1024)}  ↑ ${bytesText(net.out * 1024)}`],
          ]}
        />
      </div>
    </>
  )
}
