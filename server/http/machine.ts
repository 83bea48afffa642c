import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'

const MEGABYTE = 1024 * 1024
const megabytes = (bytes: number) => Math.round((bytes / MEGABYTE) * 10) / 10
export const percentOf = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0)

type Ticks = { busy: number; all: number }

function ticks(): Ticks {
  let busy = 0
  let all = 0
  for (const { times } of os.cpus()) {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq
    all += sum
    busy += sum - times.idle
  }
  return { busy, all }
}

/** Makes a meter of how busy the processors are: each reading covers the time since the one before. */
export function createCpuMeter() {
  let before = ticks()
  return function cpuPercent(): number {
    const now = ticks()
    const passed = now.all - before.all
    const percent = percentOf(now.busy - before.busy, passed)
    if (passed > 0) before = now
    return percent
  }
}

/** Memory in MB. What the kernel would give back at once counts as free. */
export function memory() {
  const known = readText('/proc/meminfo')
  const kilobytes = (name: string) => Number(known?.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0)
  const total = os.totalmem()
  const free = known ? kilobytes('MemAvailable') * 1024 : os.freemem()
  const swapTotal = kilobytes('SwapTotal') * 1024
  const swapUsed = swapTotal - kilobytes('SwapFree') * 1024
  return {
    mem: { used: megabytes(total - free), total: megabytes(total), percent: percentOf(total - free, total) },
    swap: { used: megabytes(swapUsed), total: megabytes(swapTotal) },
  }
}

/** The disk that a folder lies on, in MB. What only root may fill is no longer free. */
export function diskOf(path: string) {
  try {
    const { bsize, blocks, bavail } = statfsSync(path)
    const total = blocks * bsize
    const used = total - bavail * bsize
    return { path, total: megabytes(total), used: megabytes(used), usedPercent: percentOf(used, total) }
  } catch {
    return { path, total: 0, used: 0, usedPercent: 0 }
  }
}

/** Kilobytes that came in and went out through all interfaces but the machine's own, since it started. */
export function network() {
  const sums = { in: 0, out: 0 }
  for (const line of readText('/proc/net/dev')?.split('\n').slice(2) ?? []) {
    const [name = '', ...figures] = line.trim().split(/[:\s]+/)
    if (!name || name === 'lo') continue
    sums.in += Number(figures[0])
    sums.out += Number(figures[8])
  }
  return { in: Math.round(sums.in / 1024), out: Math.round(sums.out / 1024) }
}

/** The address under which others reach the machine; empty where there is none. */
export const ownAddress = () =>
  Object.values(os.networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address ?? ''

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not Linux
  }
}
