/**
 * Single sampling plans for normal inspection (MIL-STD-105E, tables I and II-A; the numbers of ISO 2859-1 and GB/T
 * 2828.1). No page uses them; only the self-check proves them.
 */

export const INSPECTION_LEVELS = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
type InspectionLevel = (typeof INSPECTION_LEVELS)[number]

export const AQLS = [
  '0.010',
  '0.015',
  '0.025',
  '0.040',
  '0.065',
  '0.10',
  '0.15',
  '0.25',
  '0.40',
  '0.65',
  '1.0',
  '1.5',
  '2.5',
  '4.0',
  '6.5',
  '10',
  '15',
  '25',
  '40',
  '65',
  '100',
  '150',
  '250',
  '400',
  '650',
  '1000',
] as const
type Aql = (typeof AQLS)[number]

type SamplingPlan = {
  /** The letter for the size of the lot, and the letter that the arrows of the table lead to. */
  codeLetter: string
  planLetter: string
  sampleSize: number
  /** The lot is not larger than the sample: inspect all of it. */
  isFull: boolean
  /** Accept with at most `ac` defectives, refuse with at least `re`. */
  ac: number
  re: number
}

/** Maximum lot sizes of the rows of table I; the last row has no maximum. */
const LOT_SIZES = [8, 15, 25, 50, 90, 150, 280, 500, 1200, 3200, 10000, 35000, 150000, 500000]
/** Code letters by the size of the lot. */
const LETTERS: Record<InspectionLevel, string> = {
  'S-1': 'AAAABBBBCCCCDDD',
  'S-2': 'AAABBBCCCDDDEEE',
  'S-3': 'AABBCCDDEEFFGGH',
  'S-4': 'AABCCDEEFGGHJJK',
  I: 'AABCCDEFGHJKLMN',
  II: 'ABCDEFGHJKLMNPQ',
  III: 'BCDEFGHJKLMNPQR',
}

/**
 * Letter, sample size, and per AQL the acceptance number, or the direction of the applicable row: below (v) or above
 * (^).
 */
const PLANS: readonly (readonly [letter: string, size: number, accept: string])[] = [
  ['A', 2, 'v v v v v v v v v v v v v v 0 v v 1 2 3 5 7 10 14 21 30'],
  ['B', 3, 'v v v v v v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 30 44'],
  ['C', 5, 'v v v v v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 30 44 ^'],
  ['D', 8, 'v v v v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 30 44 ^ ^'],
  ['E', 13, 'v v v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 30 44 ^ ^ ^'],
  ['F', 20, 'v v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^'],
  ['G', 32, 'v v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^'],
  ['H', 50, 'v v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^'],
  ['J', 80, 'v v v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['K', 125, 'v v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['L', 200, 'v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['M', 315, 'v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['N', 500, 'v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['P', 800, 'v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['Q', 1250, '0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
  ['R', 2000, '^ ^ 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^'],
]

/** Null for lots below 2, which the tables do not contain. */
export function samplingPlan(lot: number, level: InspectionLevel, aql: Aql): SamplingPlan | null {
  if (!Number.isInteger(lot) || lot < 2) return null
  const row = LOT_SIZES.findIndex((most) => lot <= most)
  const codeLetter = LETTERS[level].at(row)!
  const column = AQLS.indexOf(aql)
  let index = PLANS.findIndex(([letter]) => letter === codeLetter)
  for (;;) {
    const [planLetter, size, accept] = PLANS[index]!
    const cell = accept.split(' ')[column]!
    if (cell === 'v') index++
    else if (cell === '^') index--
    else {
      const ac = Number(cell)
      return { codeLetter, planLetter, sampleSize: Math.min(size, lot), isFull: size >= lot, ac, re: ac + 1 }
    }
  }
}
