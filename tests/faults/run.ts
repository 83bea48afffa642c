/**
 * Does to servers what happens to them in years at a plant, and says what was lost: `bun run faults`, or one of them by its
 * name. CALIPER_BIN names a built executable to do it to, instead of the sources. Needs root for some, which mount small disks
 * of their own. Exit codes: 0 all held; 1 something was lost or did not hold; 2 used wrongly; 3 nothing failed, but this
 * machine is too slow or too busy for some times to be judged, which is no pass.
 */
import { calibrate, isBusyNow } from './support/calibrate'
import type { Fault, Outcome } from './support/fault'
import { faults } from './faults'
import { clearUp } from './support/plant'
import { endAll } from './support/server'
import { unmountAll } from './disk/small-disk'
import { exitCodeOf, verdictOf, type Verdict } from './support/verdict'

/** One fault alone may take so long on a machine of the usual speed, unless it says otherwise. */
const PATIENCE_MS = 200_000

const asked = process.argv.slice(2)
const chosen = faults.filter(({ name }) => asked.length === 0 || asked.includes(name))
if (chosen.length === 0) {
  console.error(`There is no such fault; there are: ${faults.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const speed = await calibrate()
console.log(
  `This machine: ${speed.said}${speed.isSlow ? `, ${speed.times.toFixed(1)} times what the limits expect` : ''}.`,
)

async function outcomeOf({ run, patienceMs = PATIENCE_MS }: Fault): Promise<Outcome> {
  try {
    return await Promise.race([run(), tooLong(patienceMs)])
  } catch (error) {
    const note = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { did: '', lost: 0, ok: false, late: [], note }
  } finally {
    await endAll()
    unmountAll()
  }
}

async function tooLong(patienceMs: number): Promise<Outcome> {
  const most = patienceMs * speed.times
  await Bun.sleep(most)
  const note = `not done within ${Math.round(most / 1000)} s`
  return { did: '', lost: 0, ok: true, late: [note], note }
}

const verdicts: Verdict[] = []
let lost = 0
const began = performance.now()
try {
  for (const fault of chosen) {
    const from = performance.now()
    const outcome = await outcomeOf(fault)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    const verdict = verdictOf(outcome, speed.isSlow || (outcome.late.length > 0 && isBusyNow()))
    verdicts.push(verdict)
    lost += outcome.lost
    console.log(`${verdict.padEnd(8)} ${fault.name.padEnd(16)} lost ${outcome.lost}   ${seconds} s`)
    console.log(`       did:  ${outcome.did}\n       seen: ${outcome.note}`)
  }
} finally {
  clearUp()
}
const seconds = Math.round((performance.now() - began) / 1000)
const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
console.log(
  `\n${count('held')} held, ${count('FAILED')} failed, ${count('TOO SLOW')} too slow here, ${count('LEFT OUT')} left out, ${lost} acknowledged writes lost, ${seconds} s`,
)
process.exit(exitCodeOf(verdicts))
