/**
 * A separate program, run by `platform/backup/own-process.ts`: its last argument is the order, its output lines are
 * progress and result.
 */
import { setPriority } from 'node:os'
import { Refusal } from '../../platform/http/refusal'
import type { Line, Work } from '../../platform/backup/own-process'
import type { Step } from '../../platform/backup/report'
import { prepareRestore } from './prepare-restore'
import { takeBackup } from '../../platform/backup/take'

/** A lower priority than the server. */
const BEHIND_OTHERS = 10

const say = (line: Line) => void process.stdout.write(`${JSON.stringify(line)}\n`)

function lowerPriority() {
  try {
    setPriority(BEHIND_OTHERS)
  } catch {
    // not allowed on every system
  }
}

/** The server holds the other end of standard input. When the server ends, it closes, and nobody reads the result. */
function endWithServer() {
  process.stdin.once('end', () => process.exit(1)).resume()
  process.stdin.unref()
}

async function work() {
  const { take, prepare } = JSON.parse(process.argv.at(-1)!) as Partial<Work> // as `own-process.ts` writes it
  const report = (progress: Step) => say({ progress })
  if (take) say({ done: await takeBackup({ ...take, report }) })
  if (prepare) say({ done: await prepareRestore({ ...prepare, report }) })
}

lowerPriority()
endWithServer()
try {
  await work()
} catch (error) {
  if (error instanceof Refusal) {
    const { code, key, values, cause } = error
    say({ refusal: { code, key, values, cause: cause instanceof Error ? cause.message : undefined } })
  } else say({ failure: error instanceof Error ? error.message : String(error) })
}
