import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../log/reason'

/**
 * The mark of a process in the names of its drafts: its number and, if the system tells it, its start time. Numbers are
 * reused: a restarted container has the same ones again.
 */
export function ownMark(): string {
  const began = beganAt(process.pid)
  return began === undefined ? `${process.pid}` : `${process.pid}-${began}`
}

/** A backup being written, with the mark of the process; earlier versions wrote only its number. */
export const DRAFT = /\.(\d+(?:-\d+)?)(\.copy)?\.new(-journal)?$/

/** Removes files of killed processes from `folder`. `pattern` finds the mark or number in a name. */
export function removeLeftovers(folder: string, pattern: RegExp) {
  for (const name of readdirSync(folder)) {
    const mark = pattern.exec(name)?.[1]
    if (mark && !isAlive(mark)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(mark: string): boolean {
  const [pid, began] = mark.split('-')
  if (!isTaken(Number(pid))) return false
  const now = beganAt(Number(pid))
  return began === undefined || now === undefined || now === began
}

/** True if any process or thread has the number. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM' // a process of another user
  }
}

/** In clock ticks since boot; `undefined` without /proc, or if it hides processes of other users. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] // the name before it, in brackets, may hold anything
  } catch {
    return undefined
  }
}

const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/**
 * Calls `remove` if this process exits, or is ended by a signal without another listener, until the returned function
 * is called.
 */
export function onEarlyEnd(remove: () => void): () => void {
  const unheard = Object.entries(numbers).filter(([signal]) => process.listenerCount(signal) === 0)
  const listeners = unheard.map(([signal, number]) => ({ signal, end: () => process.exit(128 + number) }))
  process.once('exit', remove)
  for (const { signal, end } of listeners) process.once(signal, end)
  return () => {
    process.off('exit', remove)
    for (const { signal, end } of listeners) process.off(signal, end)
  }
}
