import { Hono } from 'hono'
import { basename } from 'node:path'
import os from 'node:os'
import packageJson from '../../package.json'
import { ServerMonitor } from '#shared/schemas/monitor'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { createCpuMeter, diskOf, memory, network, ownAddress, percentOf } from '../http/machine'
import { permit } from '../http/permit'

const MEGABYTE = 1024 * 1024
const gigabytes = (megabytes: number) => Math.round((megabytes / 1024) * 10) / 10
const startedAt = new Date().toISOString()

/** How the server does. Asked every few seconds: everything here is read in well under a millisecond. */
export function monitorRoutes() {
  const cpuPercent = createCpuMeter()
  let before = { at: performance.now(), usage: process.cpuUsage() }

  /** Of one core, since the time before. */
  function ownPercent() {
    const { at, usage } = before
    before = { at: performance.now(), usage: process.cpuUsage() }
    const used = before.usage.user + before.usage.system - usage.user - usage.system
    return percentOf(used / 1000, before.at - at)
  }

  return new Hono<SessionEnv>().get(
    '/',
    answers('monitor', 'How the server does', undefined, ServerMonitor),
    permit('sysTools:serverMonitor:list'),
    async (c) => {
      const { store, settings, now } = c.var
      const { rss, heapUsed } = process.memoryUsage()
      const disk = diskOf(settings.dataDir)
      const cpus = os.cpus()
      return ok(c, null, 'done.found', {
        os: {
          goOs: os.platform(),
          arch: os.arch(),
          version: os.release(),
          compiler: `Bun ${Bun.version}`,
          ip: ownAddress(),
          projectDir: basename(settings.dataDir), // where exactly is nobody's business
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
        bootTime: Math.round((os.uptime() / 3600) * 10) / 10,
        process: {
          version: packageJson.version,
          startedAt,
          rss: Math.round(rss / MEGABYTE),
          heap: Math.round(heapUsed / MEGABYTE),
          cpuPercent: ownPercent(),
        },
        database: await store.figures(),
      })
    },
  )
}
