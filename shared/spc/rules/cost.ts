import { NELSON_RULES, type RuleId } from '../charts/track'

/** The false alarms and the speed of a set of rules, on independent normal points. */
export type RuleCost = {
  /** Average number of points until a false alarm. */
  arl0: number
  /** Average number of points until the first hit after a shift of the mean by one σ. */
  arl1: number
  falseAlarmsPer1000: number
}

/**
 * `arl0` and `arl1` of every set of Nelson's rules: first rule 1, then rule 2, then both, and so on; each rule is one
 * binary digit. Simulated with 40 000 runs each, precise to about half a percent. If some runs were stopped after 5000
 * points (the shift by rules 7, 8 and both), the figure is computed by the Markov chain.
 */
const NELSON = `
  367.9 43.9 510.2 23.5 214.7 17.1 419.9 425.1 198.5 40.2 235.2 22.9 145.3 16.7 600.5 594.0 233.3 41.5 280.6 23.2
  161.9 16.9 248.9 249.5 151.6 38.2 171.7 22.5 119.3 16.6 508.2 27.7 223.3 20.0 257.4 15.2 157.0 13.0 233.3 26.5
  148.3 19.4 163.8 15.0 117.2 12.8 279.1 27.0 166.2 19.7 183.7 15.1 127.3 12.9 169.8 25.9 121.0 19.1 131.0 14.9
  100.1 12.8 293.4 15.5 166.2 12.6 195.4 12.6 129.6 10.8 177.5 15.3 122.4 12.5 137.8 12.4 102.0 10.7 201.0 15.4
  133.0 12.6 150.4 12.5 108.8 10.8 139.3 15.1 103.6 12.4 114.3 12.4 89.0 10.7 194.5 12.4 132.0 10.9 146.4 10.7
  108.2 9.6 136.9 12.3 103.2 10.8 112.3 10.6 88.6 9.6 150.2 12.4 110.7 10.9 120.4 10.7 93.8 9.6 113.7 12.2
  89.8 10.8 96.7 10.6 78.9 9.6 965.2 126041 266.1 43.9 337.0 23.5 176.3 17.1 297.3 423.9 166.2 40.2 192.6 22.9
  127.9 16.7 377.9 591.4 189.2 41.5 220.8 23.2 139.8 16.9 201.5 249.0 132.5 38.2 148.7 22.5 107.6 16.6 333.1 27.7
  181.5 20.0 204.5 15.2 135.4 13.0 190.0 26.5 129.5 19.4 141.8 15.0 105.5 12.8 218.6 27.0 142.7 19.7 156.2 15.1
  113.3 12.9 146.5 25.9 108.6 19.1 117.1 14.9 91.6 12.8 224.8 15.5 141.5 12.6 163.3 12.6 114.5 10.8 151.1 15.3
  108.9 12.5 121.9 12.4 92.9 10.7 167.4 15.4 117.2 12.6 131.3 12.5 98.4 10.8 123.0 15.1 94.1 12.4 103.5 12.4
  82.1 10.7 161.9 12.4 116.2 10.9 127.8 10.7 97.6 9.6 120.8 12.3 93.6 10.8 101.6 10.6 81.7 9.6 130.7 12.4
  99.7 10.9 108.0 10.7 86.0 9.6 102.7 12.2 82.7 10.8 88.9 10.6 73.5 9.6 14330.6 1131.8 359.6 42.7 494.3 23.3
  211.8 17.0 408.6 311.4 196.1 39.2 231.7 22.6 144.0 16.7 578.3 393.4 230.0 40.4 275.7 22.9 160.3 16.8 245.2 206.8
  150.3 37.3 170.0 22.3 118.5 16.5 493.1 27.4 220.3 19.8 253.5 15.1 155.5 12.9 230.3 26.2 146.9 19.2 162.3 14.9
  116.4 12.8 274.7 26.7 164.6 19.5 181.9 15.1 126.4 12.9 168.3 25.6 120.1 19.0 130.2 14.8 99.6 12.7 291.8 15.5
  165.7 12.6 194.6 12.6 129.3 10.8 176.9 15.3 122.1 12.5 137.4 12.4 101.8 10.7 200.3 15.4 132.7 12.6 150.0 12.5
  108.6 10.8 139.0 15.1 103.4 12.4 114.1 12.4 88.8 10.7 193.8 12.4 131.7 10.9 146.0 10.7 107.9 9.6 136.6 12.3
  103.0 10.8 112.1 10.6 88.5 9.6 149.8 12.4 110.5 10.9 120.2 10.7 93.7 9.6 113.5 12.2 89.7 10.8 96.6 10.6 78.8 9.6
  906.8 1121.7 261.5 42.7 329.8 23.3 174.3 17.0 291.4 310.8 164.3 39.2 190.3 22.6 126.9 16.7 368.6 392.4
  187.1 40.4 217.7 22.9 138.6 16.8 199.0 206.5 131.4 37.3 147.3 22.3 106.9 16.5 326.8 27.4 179.4 19.8 202.0 15.1
  134.3 12.9 187.9 26.2 128.4 19.2 140.6 14.9 104.8 12.8 215.9 26.7 141.5 19.5 154.8 15.1 112.6 12.9 145.2 25.6
  107.8 19.0 116.4 14.8 91.2 12.7 223.9 15.5 141.1 12.6 162.8 12.6 114.3 10.8 150.6 15.3 108.7 12.5 121.6 12.4
  92.8 10.7 166.9 15.4 117.0 12.6 131.0 12.5 98.2 10.8 122.8 15.1 93.9 12.4 103.3 12.4 82.0 10.7 161.4 12.4
  115.9 10.9 127.5 10.7 97.4 9.6 120.5 12.3 93.4 10.8 101.4 10.6 81.6 9.6 130.4 12.4 99.5 10.9 107.8 10.7 85.9 9.6
  102.5 12.2 82.6 10.8 88.8 10.6 73.4 9.6
`

/**
 * The sets with the fourth rule of Western Electric, in the same order of its first three rules; without it they are
 * Nelson's 1, 5 and 6. Simulated with 100 000 runs each. The known figures of the whole set are 91.75 and 9.22.
 */
const WESTERN_ELECTRIC = '253.4 18.8 152.0 14.6 172.4 13.5 121.6 11.8 144.7 11.7 105.9 10.2 117.2 10.2 91.8 9.2'

const AS_NELSON: Partial<Record<RuleId, RuleId>> = { we1: '1', we2: '5', we3: '6' }

/**
 * By the figures of the table. Null for no rules, and for a mixture of Nelson's with the fourth of Western Electric.
 */
export function ruleCost(rules: Iterable<RuleId>): RuleCost | null {
  const chosen = new Set(rules)
  const hasRun = chosen.delete('we4')
  const nelson = new Set([...chosen].map((rule) => AS_NELSON[rule] ?? rule))
  if (!hasRun) return nelson.size === 0 ? null : costAt(NELSON, digitsOf(nelson, NELSON_RULES) - 1)
  const zones = ['1', '5', '6'] as const
  if ([...nelson].some((rule) => !zones.some((zone) => zone === rule))) return null
  return costAt(WESTERN_ELECTRIC, digitsOf(nelson, zones))
}

const digitsOf = (chosen: ReadonlySet<RuleId>, rules: readonly RuleId[]): number =>
  rules.reduce((sum, rule, digit) => sum + (chosen.has(rule) ? 2 ** digit : 0), 0)

function costAt(table: string, row: number): RuleCost {
  const figures = table.trim().split(/\s+/)
  const [arl0, arl1] = [Number(figures[2 * row]), Number(figures[2 * row + 1])]
  return { arl0, arl1, falseAlarmsPer1000: Math.round(100_000 / arl0) / 100 }
}
