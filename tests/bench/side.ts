import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A server that is measured, in a process of its own. */
export type Side = Awaited<ReturnType<typeof startSide>>

/** Starts a program of this folder, which prints its address and process id. */
export async function startSide(program: string, name: string, ...further: string[]) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, program), name, ...further], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value } = await child.stdout.getReader().read()
  const { url, pid } = JSON.parse(new TextDecoder().decode(value)) as { url: string; pid: number }
  async function stop() {
    child.kill()
    await child.exited
  }
  return { name, url, pid, stop }
}

type Load = { token: string; requests: number; clients: number; pathOf: (request: number) => string }

/** Microseconds of processor time a request costs, over many of them. */
export async function cpuPerRequest({ url, pid }: Side, { token, requests, clients, pathOf }: Load): Promise<number> {
  const before = cpuMicros(pid)
  let left = requests
  const client = async () => {
    while (left-- > 0) {
      const response = await fetch(`${url}/api/v1${pathOf(left)}`, { headers: { authorization: `Bearer ${token}` } })
      if (((await response.json()) as { code: number }).code !== 200) throw new Error('The list was refused.')
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (cpuMicros(pid) - before) / requests
}

/** User and system time of a process, from /proc (ticks of 10 ms). */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Memory that a process holds, in MiB. */
export function residentMebibytes(pid: number): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s*(\d+)/) ?? []
  return Number(kilobytes) / 1024
}
