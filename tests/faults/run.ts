/**
 * Does to servers what happens to them in years at a plant, and says what was lost: `bun run faults`, or one of them by its
 * name. CALIPER_BIN names a built executable to do it to, instead of the sources. Needs root for some, which mount small disks
 * of their own. Exit code 1 when anything was lost or did not hold.
 */
import type { Fault, Outcome } from './fault'
import { faults } from './faults'
import { clearUp } from './plant'
import { endAll } from './server'
import { unmountAll } from './small-disk'

/** One fault alone may take so long. */
const PATIENCE_MS = 200_000

const asked = process.argv.slice(2)
const chosen = faults.filter(({ name }) => asked.length === 0 || asked.includes(name))
if (chosen.length === 0) {
  console.error(`There is no such fault; there are: ${faults.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

async function outcomeOf({ run }: Fault): Promise<Outcome> {
  try {
    return await Promise.race([run(), tooLong()])
  } catch (error) {
    return {
      did: '',
      lost: 0,
      ok: false,
      note: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  } finally {
    await endAll()
    unmountAll()
  }
}

const tooLong = () =>
  Bun.sleep(PATIENCE_MS).then(() => {
    throw new Error(`not done within ${PATIENCE_MS / 1000} s`)
  })

const verdictOf = ({ ok, isLeftOut }: Outcome) => (isLeftOut ? 'LEFT OUT' : ok ? 'held' : 'FAILED')

let failed = 0
let leftOut = 0
let lost = 0
const began = performance.now()
try {
  for (const fault of chosen) {
    const from = performance.now()
    const outcome = await outcomeOf(fault)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    if (!outcome.ok) failed += 1
    if (outcome.isLeftOut) leftOut += 1
    lost += outcome.lost
    console.log(`${verdictOf(outcome).padEnd(8)} ${fault.name.padEnd(16)} lost ${outcome.lost}   ${seconds} s`)
    console.log(`       did:  ${outcome.did}\n       seen: ${outcome.note}`)
  }
} finally {
  clearUp()
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `\n${chosen.length - failed - leftOut} held, ${failed} failed, ${leftOut} left out, ${lost} acknowledged writes lost, ${seconds} s`,
)
process.exit(failed + lost === 0 ? 0 : 1)
