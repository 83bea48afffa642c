import type { ReactNode } from 'react'
import { abbreviate, grouped } from '#shared/format/number'
import type { ServerMonitor } from '#shared/admin/monitor'
import { Fact } from '../../../ui/layout/Fact'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { useText, type T } from '../../../ui/useText'

type FiguresProps = { monitor: ServerMonitor; t: T }

/** Readable megabytes, `1.5 GB`, in units of 1024 as in the notices and `caliper doctor`. */
function size(megabytes: number): string {
  if (megabytes > 0 && megabytes < 0.1) return `${Math.round(megabytes * 1024)}\u00a0kB`
  return megabytes < 1024 ? `${tenths(megabytes)}\u00a0MB` : `${tenths(megabytes / 1024)}\u00a0GB`
}
const tenths = (value: number) => grouped(Math.round(value * 10) / 10)

/** Number and unit stay on one line. */
const bytesText = (bytes: number) => `${abbreviate(bytes)}B`.replace(/(?<=\d)(?=[a-zA-Z])/, '\u00a0')

const duration = (ms: number) => (ms < 1000 ? `${ms}\u00a0ms` : `${Math.round(ms / 100) / 10}\u00a0s`)

export function Figures({ monitor, t }: FiguresProps) {
  const { cpu, mem, disk } = monitor
  const [total, used] = [disk.total * 1024, disk.used * 1024]
  return (
    <>
      <ul className="monitor-gauges" aria-label={t('monitor.load')}>
        <Gauge label={t('monitor.cpu')} percent={cpu.percent} detail={t('monitor.cores', { count: cpu.cpuNum })} />
        <Gauge label={t('monitor.memory')} percent={mem.percent} detail={`${size(mem.used)} / ${size(mem.total)}`} />
        <Gauge label={t('monitor.disk')} percent={disk.percent} detail={`${size(used)} / ${size(total)}`} />
      </ul>
      <div className="monitor-cards">
        <Service monitor={monitor} t={t} />
        <Data monitor={monitor} t={t} />
        <Product monitor={monitor} t={t} />
        <Machine monitor={monitor} t={t} />
        {monitor.wecom && <Messenger {...monitor.wecom} t={t} />}
      </div>
    </>
  )
}

/** Requests, response times, streams and sessions. */
const Service = ({ monitor: { requests, loop, streams, sessions }, t }: FiguresProps) => (
  <Facts
    title={t('monitor.service')}
    facts={[
      [t('monitor.perMinute'), grouped(requests.perMinute)],
      [t('monitor.failedPerMinute'), <Flagged key="failed" value={requests.failedPerMinute} />],
      [t('monitor.p50'), duration(requests.p50Ms)],
      [t('monitor.p95'), duration(requests.p95Ms)],
      [t('monitor.loopP99'), duration(loop.p99Ms)],
      [t('monitor.loopMax'), duration(loop.maxMs)],
      [t('monitor.streams'), grouped(streams)],
      [t('monitor.sessions'), grouped(sessions)],
    ]}
  />
)

const Data = ({ monitor: { database, backup, jobs, auditEntries, disk }, t }: FiguresProps) => (
  <Facts
    title={t('monitor.database')}
    facts={[
      [
        t('monitor.dialect'),
        database.isUp ? (
          `${database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${database.version}`
        ) : (
          <Tag key="down" tone="ng">
            {t('monitor.down')}
          </Tag>
        ),
      ],
      [t('monitor.databaseSize'), size(database.size)],
      ...(database.dialect === 'sqlite' ? [[t('monitor.wal'), size(database.log)] as const] : []),
      [t('monitor.diskFree'), size((disk.total - disk.used) * 1024)],
      [
        t('monitor.backup'),
        <span key="backup" className="row stretch end inline wrap">
          {backup.isLate && <Tag tone="warn">{t(backup.lastAt ? 'monitor.late' : 'monitor.noBackup')}</Tag>}
          {backup.lastAt ? <Time value={backup.lastAt} relative /> : !backup.isLate && t('monitor.noBackup')}
        </span>,
      ],
      [t('monitor.failingJobs'), <Flagged key="jobs" value={jobs.failing} />],
      [t('monitor.auditEntries'), grouped(auditEntries)],
    ]}
  />
)

const Product = ({ monitor: { process, os }, t }: FiguresProps) => (
  <Facts
    title={t('monitor.product')}
    facts={[
      [t('monitor.version'), process.version],
      [t('monitor.startedAt'), <Time key="time" value={process.startedAt} relative />],
      [t('monitor.ownMemory'), size(process.rss)],
      [t('monitor.ownCpu'), `${process.cpuPercent}\u00a0%`],
      [t('monitor.runtime'), os.compiler],
    ]}
  />
)

const Machine = ({ monitor: { os, cpu, swap, net, bootTime }, t }: FiguresProps) => (
  <Facts
    title={t('monitor.machine')}
    facts={[
      [t('monitor.hostName'), os.hostName],
      [t('monitor.system'), `${os.goOs} ${os.version} (${os.arch})`],
      [t('monitor.processor'), cpu.cpuInfo[0]?.modelName ?? '-'],
      [t('monitor.address'), os.ip || '-'],
      [t('monitor.uptime'), t('monitor.hours', { hours: bootTime })],
      [t('monitor.swap'), swap.total > 0 ? `${size(swap.used)} / ${size(swap.total)}` : '-'],
      [t('monitor.network'), `↓\u00a0${bytesText(net.in * 1024)} ↑\u00a0${bytesText(net.out * 1024)}`],
    ]}
  />
)

/** Signing in with WeCom: the last error, and its meaning. */
const Messenger = ({ lastFault, t }: NonNullable<ServerMonitor['wecom']> & { t: T }) => (
  <Facts
    title={t('monitor.wecom')}
    facts={
      lastFault
        ? [
            [t('monitor.lastFault'), <Time key="time" value={lastFault.at} relative />],
            [t('monitor.faultCode'), lastFault.code === null ? '-' : <Tag tone="ng">{String(lastFault.code)}</Tag>],
            [t('monitor.faultMeaning'), lastFault.text],
          ]
        : [[t('monitor.lastFault'), t('monitor.noFault')]]
    }
  />
)

/** A number that should be 0. */
const Flagged = ({ value }: { value: number }) => (value > 0 ? <Tag tone="ng">{grouped(value)}</Tag> : '0')

type FactsProps = { title: string; facts: readonly (readonly [name: string, value: ReactNode])[] }

/** A card of names and values. */
const Facts = ({ title, facts }: FactsProps) => (
  <section className="monitor-facts card">
    <h2>{title}</h2>
    <dl>
      {facts.map(([name, value]) => (
        <Fact key={name} label={name}>
          {value}
        </Fact>
      ))}
    </dl>
  </section>
)

/** An administrator should look from `WARN` on, and act from `FULL` on. */
const WARN = 80
const FULL = 92

type GaugeProps = { label: string; percent: number; detail: string }

/** The used share of a resource. */
function Gauge({ label, percent, detail }: GaugeProps) {
  const t = useText()
  const tone = percent >= FULL ? 'ng' : percent >= WARN ? 'warn' : 'ok'
  return (
    <li className="grid gap-4 monitor-gauge card">
      <span className="monitor-gauge-head">
        {label}
        {tone !== 'ok' && <Tag tone={tone}>{t(tone === 'ng' ? 'monitor.full' : 'monitor.high')}</Tag>}
      </span>
      <b className="monitor-gauge-value">{percent} %</b>
      <meter className={`monitor-meter monitor-meter-${tone}`} aria-label={label} value={percent} max={100} />
      <span className="muted">{detail}</span>
    </li>
  )
}
