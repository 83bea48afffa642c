import { readFileSync } from 'node:fs'
import os from 'node:os'
import { megabytes } from '../../platform/http/megabytes'
import { roomOf } from '../../platform/store/disk'

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

/** Makes a meter of the processors' load: each reading covers the time since the one before. */
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

/** Memory in MB. Memory that the kernel can release at once counts as free. */
export function memory() {
  const meminfo = readText('/proc/meminfo')
  const kilobytes = (name: string) => Number(meminfo?.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0)
  const total = os.totalmem()
  const free = meminfo ? kilobytes('MemAvailable') * 1024 : os.freemem()
  const swapTotal = kilobytes('SwapTotal') * 1024
  const swapUsed = swapTotal - kilobytes('SwapFree') * 1024
  return {
    mem: { used: megabytes(total - free), total: megabytes(total), percent: percentOf(total - free, total) },
    swap: { used: megabytes(swapUsed), total: megabytes(swapTotal) },
  }
}

/** Space on the disk of a folder, in bytes; both 0 if unknown. */
export function diskRoom(path: string): { freeBytes: number; totalBytes: number } {
  try {
    return roomOf(path)
  } catch {
    return { freeBytes: 0, totalBytes: 0 }
  }
}

/** {@link diskRoom} in MB, in the form of the API family. */
export function diskOf(path: string) {
  const { freeBytes, totalBytes } = diskRoom(path)
  const used = totalBytes - freeBytes
  return { path, total: megabytes(totalBytes), used: megabytes(used), usedPercent: percentOf(used, totalBytes) }
}

/** Received and sent kilobytes of all interfaces except loopback, since boot. */
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

/** The external address of the machine; empty if there is none. */
export const ownAddress = () =>
  Object.values(os.networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')?.address ?? ''

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not Linux
  }
}
