import type { Check } from '#shared/spc/oracles/check'
import { selfcheck } from '#shared/spc/oracles/selfcheck'
import { checkBun } from './bootstrap'
import { options } from './terminal'

/**
 * `bun run spc:report`: every reference case of the statistics with what is expected and what this engine computes. Of a
 * list of figures it shows the one that is furthest off. Ends with 1 when anything is not as expected.
 */
checkBun()
options({})
const { engineVersion, cases, held, missed, figures } = selfcheck()
for (const { id, title, source, isHeld, checks } of cases) {
  console.log(`${isHeld ? 'ok  ' : 'MISS'}  ${id}: ${title} (${source})`)
  for (const check of checks) console.log(lineOf(check))
}
const counted = `${held} of ${cases.length} cases held, ${figures} figures compared, ${missed} missed`
console.log(`Statistics engine ${engineVersion}: ${counted}.`)
process.exit(missed === 0 ? 0 : 1)

function lineOf({ name, expected, computed, tolerance, isHeld, figures }: Check): string {
  const within = tolerance === null ? 'exactly' : `± ${tolerance.toPrecision(2)}`
  const of = figures > 1 ? ` (${figures} figures)` : ''
  const values = `expected ${expected ?? 'none'}, computed ${computed ?? (computed === null ? 'none' : 'nothing')}`
  return `  ${isHeld ? '    ' : 'MISS'}  ${name}: ${values}, ${within}${of}`
}
