import { dirname } from 'node:path'
import type { Code } from '#shared/envelope'
import type { AnyTextKey } from '#shared/i18n/text'
import { ownProgram } from '../process/own-program'
import { Refusal } from '../http/refusal'
import { DRAFT, removeLeftovers } from './drafts'
import type { Report, Step } from './report'
import type { Prepared, RestoreOrder } from './restore'
import type { takeBackup, BackupFile } from './take'

type Orders = {
  take: Omit<Parameters<typeof takeBackup>[0], 'report'>
  prepare: Omit<RestoreOrder, 'report'>
}
type Results = { take: BackupFile; prepare: Prepared }

/** The argument of `commands/support/backup-process.ts`: one of the orders. */
export type Work = Orders

/** The output of that process, one line each: its progress, and at the end its result. */
export type Line =
  | { progress: Step }
  | { done: BackupFile | Prepared }
  | { refusal: { code: Code; key: AnyTextKey; values: Record<string, string | number>; cause: string | undefined } }
  | { failure: string }

/** Far above the time of the largest plant: a process that still runs then hangs. */
const MAX_MS = 4 * 3_600_000

const limit = { timeout: MAX_MS, killSignal: 'SIGKILL' } as const

const children = new Set<Bun.Subprocess>()
process.on('exit', () => children.forEach((child) => child.kill())) // their results would be lost

/**
 * Takes or prepares a backup in another process, because reading every page of a database has no pauses and would block
 * the server. If this process is killed, the other one ends and removes its drafts; if the other one is killed, this
 * one removes them.
 * @throws Refusal of the work itself; Error for other failures
 */
export async function inOwnProcess<Kind extends keyof Work>(
  kind: Kind,
  order: Orders[Kind],
  report: Report = () => {},
): Promise<Results[Kind]> {
  const { command, env } = ownProgram('backup', JSON.stringify({ [kind]: order }))
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe', env, ...limit })
  children.add(child)
  void child.exited.finally(() => children.delete(child))
  const stderr = new Response(child.stderr).text()
  let result: Results[Kind] | undefined
  for await (const line of linesOf(child.stdout)) {
    if ('progress' in line) report(line.progress)
    else if ('done' in line)
      result = line.done as Results[Kind] // of the order it got
    else if ('refusal' in line) throw refusalOf(line.refusal)
    else throw new Error(line.failure)
  }
  if (result) return result
  await child.exited
  if ('to' in order) removeLeftovers('folder' in order.to ? order.to.folder : dirname(order.to.file), DRAFT)
  throw new Error(`The backup process ended with ${await child.exited}: ${(await stderr).trim()}`)
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Line // as that process writes it
  }
}

function refusalOf({ code, key, values, cause }: Extract<Line, { refusal: unknown }>['refusal']): Refusal {
  const refusal: Refusal = new Refusal(code, key, values as never) // they were typed where it was made
  return refusal.dueTo(cause && new Error(cause))
}
