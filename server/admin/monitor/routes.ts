import { Hono } from 'hono'
import { basename } from 'node:path'
import os from 'node:os'
import packageJson from '../../../package.json'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { ServerMonitor, ServerNotices, ServerTrend, ServerTrendQuery, type ServerNotice } from '#shared/admin/monitor'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../../access/permission/permit'
import { fineMegabytes, megabytes } from '../../platform/http/megabytes'
import { validate } from '../../platform/http/validate'
import { renderMessage } from '../../platform/message/index'
import type { Store } from '../../platform/store'
import type { Figures, Watch } from '../watch'
import type { TrendPoint } from '../watch/trend'
import type { Wecom, WecomFault } from '../../access/wecom/client'
import { createCpuMeter, diskOf, memory, network, ownAddress, percentOf } from '../watch/machine'

const gigabytes = (megabytes: number) => Math.round((megabytes / 1024) * 10) / 10
const tenths = (number: number) => Math.round(number * 10) / 10

/** The state of the server. It is polled every few seconds, so everything here is read in about a millisecond. */
export function monitorRoutes(watch: Pick<Watch, 'figures' | 'trend'>, wecom: Pick<Wecom, 'lastFault'> | undefined) {
  const cpuPercent = createCpuMeter()
  let before = { at: performance.now(), usage: process.cpuUsage() }

  /** Percent of one core since the last call. */
  function ownPercent() {
    const { at, usage } = before
    before = { at: performance.now(), usage: process.cpuUsage() }
    const used = before.usage.user + before.usage.system - usage.user - usage.system
    return percentOf(used / 1000, before.at - at)
  }

  return new Hono<SessionEnv>()
    .get(
      '/',
      answers('monitor', 'route.monitor.figures', undefined, ServerMonitor),
      permit('sysTools:serverMonitor:list'),
      async (c) => {
        const { settings, now } = c.var
        const figures = await watch.figures()
        const { rssBytes, heapBytes } = figures.process
        const disk = diskOf(settings.dataDir)
        const cpus = os.cpus()
        return ok(c, null, 'done.found', {
          os: {
            goOs: os.platform(),
            arch: os.arch(),
            version: os.release(),
            compiler: `Bun ${Bun.version}`,
            ip: ownAddress(),
            projectDir: basename(settings.dataDir), // without its full path
            hostName: os.hostname(),
            time: new Date(now).toISOString(),
          },
          ...memory(),
          cpu: {
            cpuInfo: cpus.map(({ model, speed }) => ({ modelName: model, mhz: speed })),
            percent: cpuPercent(),
            cpuNum: cpus.length,
          },
          disk: {
            total: gigabytes(disk.total),
            used: gigabytes(disk.used),
            percent: disk.usedPercent,
            diskList: [disk],
          },
          net: network(),
          location: '',
          bootTime: tenths(os.uptime() / 3600),
          process: {
            version: packageJson.version,
            startedAt: new Date(figures.startedAt).toISOString(),
            rss: megabytes(rssBytes),
            heap: megabytes(heapBytes),
            cpuPercent: ownPercent(),
          },
          ...watched(figures, c.var.store),
          wecom: wecom ? { lastFault: faultOf(wecom.lastFault(), c.var.locale) } : null,
          notices: noticesOf(figures, c.var.locale),
        })
      },
    )
    .get(
      '/notice',
      answers('monitor', 'route.monitor.notice', ServerNotices),
      permit('sysTools:serverMonitor:list'),
      async (c) => ok(c, noticesOf(await watch.figures(), c.var.locale)),
    )
    .get(
      '/trend',
      answers('monitor', 'route.monitor.trend', ServerTrend),
      permit('sysTools:serverMonitor:list'),
      validate('query', ServerTrendQuery),
      (c) => ok(c, watch.trend.points(c.req.valid('query').hours).map(trendPoint)),
    )
}

/** The figures that Prometheus reads too. */
function watched({ requests, loop, database, backupAt, streams, conditions }: Figures, { dialect }: Store) {
  const { perMinute, failedPerMinute, p50, p95 } = requests.recent
  return {
    database: {
      dialect,
      size: fineMegabytes(database?.bytes ?? 0),
      log: fineMegabytes(database?.logBytes ?? 0),
      version: database?.version ?? '',
      isUp: database !== undefined,
    },
    requests: {
      perMinute: tenths(perMinute),
      failedPerMinute: tenths(failedPerMinute),
      p50Ms: tenths(p50),
      p95Ms: tenths(p95),
      underWay: requests.underWay,
    },
    loop: { p50Ms: tenths(loop.p50 * 1000), p99Ms: tenths(loop.p99 * 1000), maxMs: tenths(loop.max * 1000) },
    backup: {
      lastAt: backupAt === undefined ? null : new Date(backupAt).toISOString(),
      isLate: conditions.some(({ kind }) => kind === 'backup'),
    },
    streams,
    sessions: database?.sessions ?? 0,
    jobs: { failing: database?.failingJobs ?? 0 },
    auditEntries: database?.auditEntries ?? 0,
  }
}

const trendPoint = ({ at, rssBytes, loopMax, ...point }: TrendPoint): ServerTrend[number] => ({
  at: new Date(at).toISOString(),
  cpuPercent: tenths(point.cpuPercent),
  ownCpuPercent: tenths(point.ownCpuPercent),
  memoryPercent: tenths(point.memoryPercent),
  rss: megabytes(rssBytes),
  loopMaxMs: tenths(loopMax * 1000),
  perMinute: tenths(point.perMinute),
  failedPerMinute: tenths(point.failedPerMinute),
})

const noticesOf = ({ conditions }: Figures, locale: Locale): ServerNotice[] =>
  conditions.map(({ kind, isUrgent, message }) => ({
    kind,
    isUrgent,
    text: renderMessage(locale, message),
    page: kind === 'backup' ? 'jobs' : kind === 'notifications' ? 'deliveries' : 'monitor',
  }))

/** Error codes of WeCom that an operator can fix. */
const explained = [40001, 40013, 40056, 45009, 48002, 50001, 50002, 50003, 60011, 60020, 301002] as const

const isExplained = (code: number | undefined): code is (typeof explained)[number] =>
  explained.some((known) => known === code)

/** A fault of WeCom for the server monitor, with advice. */
function faultOf(fault: WecomFault | undefined, locale: Locale) {
  if (!fault) return null
  const { at, call, problem, errcode, address } = fault
  const why = isExplained(errcode)
    ? text(locale, `wecom.code.${errcode}`)
    : text(locale, problem === 'refused' ? 'wecom.fault.refused' : 'wecom.fault.away', { call, problem })
  const seenAs = address === undefined ? '' : ` ${text(locale, 'wecom.fault.address', { address })}`
  return { at: new Date(at).toISOString(), code: errcode ?? null, text: why + seenAs }
}
