import { plantFolder } from './plant'
import { serve } from './server'

/** A start that is no slower than this is one of the machines that the limits were made for, in milliseconds. */
const USUAL_START_MS = 1_000
const STARTS = 3
const BUSY_MS = 400
/** From here on, a time that is missed says nothing about Caliper. */
const SLOW = 1.5

/** How much slower this machine is than the limits expect: 1 for as fast as that, or faster. */
export type Speed = { times: number; isSlow: boolean; said: string }

/** Starts servers and computes for a moment. */
export async function calibrate(): Promise<Speed> {
  const starts: number[] = []
  for (let count = 0; count < STARTS; count += 1) {
    const { folder } = await plantFolder()
    const server = await serve(folder)
    starts.push(server.readyMs)
    await server.stop()
  }
  const startMs = starts.toSorted((a, b) => a - b)[1]!
  const waits = contention()
  const times = Math.max(1, startMs / USUAL_START_MS, waits)
  const said = `a start takes ${Math.round(startMs)} ms, and work ${waits.toFixed(1)} times its processor time`
  return { times, isSlow: times > SLOW, said }
}

/** Whether other programs have the processors at this moment, whatever the machine was like at the start. */
export const isBusyNow = () => contention() > SLOW

/** How much longer work takes than the processor time that it uses. */
function contention(): number {
  const cpuMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const [began, before] = [performance.now(), cpuMs()]
  while (cpuMs() - before < BUSY_MS) for (let round = 0; round < 1e6; round += 1);
  return (performance.now() - began) / (cpuMs() - before)
}
