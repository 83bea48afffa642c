import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { say } from './support/command-line'

/** A terminal sends Ctrl-C to every process of the line, and some pass it on: repeats within this time count once. */
const SAME_WISH_MS = 400

/**
 * Ends the process in good order on SIGINT, SIGTERM, SIGHUP, or when its launcher has ended; a second Ctrl-C ends it at
 * once.
 *
 * @param stop the work to do first
 * @param caller true if the process must end together with its caller
 */
export function endInGoodOrder(stop: () => Promise<void>, { caller = false } = {}) {
  let firstAt: number | undefined

  async function end() {
    const now = performance.now()
    if (firstAt !== undefined) {
      if (now - firstAt > SAME_WISH_MS) process.exit(130)
      return
    }
    firstAt = now
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      say(`The server did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(1)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', ...hangUp()] as const) process.on(signal, () => void end())
  watchLaunchers(() => firstAt === undefined && void end(), { caller })
}

/** SIGHUP, unless the launcher ignores it: listening would undo `nohup`. */
function hangUp(): ['SIGHUP'] | [] {
  try {
    const ignored = readFileSync('/proc/self/status', 'utf8').match(/^SigIgn:\s*([0-9a-f]+)$/m)?.[1] ?? '0'
    return BigInt(`0x${ignored}`) & 1n ? [] : ['SIGHUP'] // bit 0 stands for signal 1
  } catch {
    return ['SIGHUP'] // no /proc here
  }
}

/** Interval of checks of the launchers. */
const CHECK_MS = 400

export type Process = { pid: number; parent: number; command: string[]; startedAt: string; isAlive: boolean }

/** Reads a process; `undefined` if it does not exist, or the system has no /proc. */
function lookUp(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field, the name in brackets, may contain anything.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').filter(Boolean)
    return { pid, parent: Number(parent), command, startedAt: rest[17]!, isAlive: state !== 'Z' && state !== 'X' }
  } catch {
    return undefined
  }
}

/** True for `npx bun run …`, `npm run …`, `bun run …` and similar programs that only start this one. */
function isRunner({ command }: Process): boolean {
  const [first = '', second = ''] = command
  if (/^(npm|npx|pnpm|yarn) /.test(first)) return /\b(bun|run|exec)\b/.test(first) // npm puts its whole line into its name
  const program = basename(/^(node|nodejs)$/.test(basename(first)) ? second : first).replace(/\.(c?js|exe)$/, '')
  return (
    /^(npm|npm-cli|npx|npx-cli|pnpm|yarn|bun|bunx)$/.test(program) &&
    (program.startsWith('npx') || command.some((word) => ['run', 'x', 'exec'].includes(word) || /^bun(@|$)/.test(word)))
  )
}

const isShellOfOneLine = ({ command }: Process) =>
  /^(ba|da|z)?sh$/.test(basename(command[0] ?? '')) && command[1] === '-c'

/**
 * The chain of runners above `pid`, nearest first, with the one-line shells between them. The process above the last
 * runner is not part of it: a terminal may close and leave this process running.
 */
export function launchersOf(pid: number, find: (pid: number) => Process | undefined = lookUp): Process[] {
  const chain: Process[] = []
  let current = find(find(pid)?.parent ?? 0)
  while (current && current.pid > 1 && (isRunner(current) || isShellOfOneLine(current))) {
    chain.push(current)
    current = find(current.parent)
  }
  return chain.slice(0, chain.findLastIndex(isRunner) + 1)
}

/**
 * Calls `onGone` once when one of the launchers has ended. A signal sent only to `npx` ends `npx` and does not reach
 * this process, so this check replaces it.
 *
 * @param caller also watches the process that ran the command: a program that dies must not leave its servers behind
 */
function watchLaunchers(onGone: () => void, { caller = false } = {}) {
  const chain = launchersOf(process.pid)
  const top = lookUp((chain.at(-1) ?? lookUp(process.pid))?.parent ?? 0)
  const watched = caller && top && top.pid > 1 ? [...chain, top] : chain
  const parent = process.ppid
  const timer = setInterval(() => {
    const hasOrphanedUs = (caller || chain.length > 0) && process.ppid !== parent
    if (!hasOrphanedUs && watched.every(isStillThere)) return
    clearInterval(timer)
    onGone()
  }, CHECK_MS)
  timer.unref()
}

/** A number may later belong to another process; the start time distinguishes them. */
function isStillThere({ pid, startedAt }: Process): boolean {
  const now = lookUp(pid)
  return now !== undefined && now.isAlive && now.startedAt === startedAt
}
