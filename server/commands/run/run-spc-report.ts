import type { Check } from '#shared/spc/oracles/check'
import { selfcheck } from '#shared/spc/oracles/selfcheck'
import { optionsOf, type Command } from '../support/command-line'

export const command: Command = {
  summary: 'computes every reference case of the statistics, and compares',
  help: `
Usage: caliper spc report

Shows every reference case of the statistics with what is expected, from a published source, and what this engine
computes. Of a list of figures it shows the one that is furthest off. Needs no data folder.

Example: caliper spc report > statistics.txt

Exit codes: 0 all is as expected, 1 something is not, 2 used wrongly.
`,
  run: report,
}

async function report(args: string[]): Promise<number> {
  optionsOf(args, {})
  const { engineVersion, cases, held, missed, figures } = selfcheck()
  for (const { id, title, source, isHeld, checks } of cases) {
    console.log(`${isHeld ? 'ok  ' : 'MISS'}  ${id}: ${title} (${source})`)
    for (const check of checks) console.log(lineOf(check))
  }
  const counted = `${held} of ${cases.length} cases held, ${figures} figures compared, ${missed} missed`
  console.log(`Statistics engine ${engineVersion}: ${counted}.`)
  return missed === 0 ? 0 : 1
}

function lineOf({ name, expected, computed, tolerance, isHeld, figures }: Check): string {
  const within = tolerance === null ? 'exactly' : `± ${tolerance.toPrecision(2)}`
  const of = figures > 1 ? ` (${figures} figures)` : ''
  const values = `expected ${expected ?? 'none'}, computed ${computed ?? (computed === null ? 'none' : 'nothing')}`
  return `  ${isHeld ? '    ' : 'MISS'}  ${name}: ${values}, ${within}${of}`
}
