import type { Item } from './judgement'

/** What the template of a sequence asks for; its versions differ in the limits of two neighbours. */
const limitsOf = [
  { thick: { lsl: '0.3', warnLow: '0.4', warnHigh: '0.6', usl: '0.7' }, wide: { lsl: '9.5', usl: '10.5' } },
  { thick: { lsl: '0.4', warnLow: '0.45', warnHigh: '0.5', usl: '0.6' }, wide: { lsl: '9', usl: '11' } },
  { thick: { usl: '0.5' }, wide: { lsl: '9.8', warnHigh: '10.3' } },
]
export const variants = limitsOf.length

/** The characteristic that is charted, one value a record. */
export const charted = { code: 'wide', sigma: 0.1 }

const known = limitsOf.map(({ thick, wide }): Item[] => [
  {
    code: 'thick',
    samples: 2,
    decimals: 2,
    severity: 'major',
    isRequired: true,
    limits: { ...thick, plausLow: '0.1', plausHigh: '9' },
  },
  { code: 'wide', samples: 1, decimals: 1, severity: 'critical', isRequired: true, limits: wide },
  {
    code: 'look',
    samples: 1,
    decimals: 0,
    severity: 'minor',
    isRequired: false,
    choices: { fine: 'OK', scratch: 'WARN', crack: 'NG' },
  },
  // beyond what doubles tell apart
  {
    code: 'exact',
    samples: 1,
    decimals: 9,
    severity: 'minor',
    isRequired: false,
    limits: { usl: '123456789012.000000001' },
  },
  { code: 'note', samples: 1, decimals: 0, severity: 'info', isRequired: false, limits: { usl: '5', warnHigh: '4' } },
])
export const itemsWith = (variant: number): readonly Item[] => known[variant]!

/** Texts around all limits of an item, and one that has too many digits. */
export const textsOf: Record<string, string[]> = {
  thick: ['0.5', '0.50', '0.3', '0.29', '0.4', '0.45', '0.61', '0.7', '0.71', '-0.1', '9.5', '0.555'],
  wide: ['10', '10.0', '9.5', '9.4', '10.3', '10.4', '10.6', '9.8', '9.7', '11', '11.1', '10.05'],
  look: ['fine', 'scratch', 'crack', 'other'],
  exact: ['1', '123456789012.000000001', '123456789012.000000002', '123456789012'],
  note: ['1', '5', '4', '6', '4.5'],
}
