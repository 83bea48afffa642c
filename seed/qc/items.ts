import type { GivenItem } from '#server/qc/template/items'

type Item = GivenItem & { itemKey: string }
type Named = [code: string, name: string, nameEn: string]

const plain = {
  groupName: '',
  unit: '',
  decimals: 0,
  nominal: null,
  lsl: null,
  usl: null,
  warnLow: null,
  warnHigh: null,
  plausLow: null,
  plausHigh: null,
  judgeMode: 'absolute',
  sampleSize: 1,
  severity: 'major',
  required: 'always',
  requiredWhen: '',
  visibleWhen: '',
  formula: '',
  choices: [],
  gaugeKind: '',
  instruction: '',
  spc: false,
  chart: 'auto',
  rules: [1, 2, 5],
} satisfies Partial<Item>

/** Items whose keys begin with the template's code, so that the same year has the same keys. */
export function itemsOf(template: string) {
  const make = ([code, name, nameEn]: Named, rest: Partial<Item> & Pick<Item, 'type'>): Item => ({
    ...plain,
    itemKey: `${template}-${code}`.toLowerCase(),
    code,
    name,
    nameEn,
    ...rest,
  })
  return {
    /** Measured, and watched by a chart. */
    numeric: (named: Named, rest: Partial<Item>) => make(named, { type: 'numeric', spc: true, ...rest }),
    calculated: (named: Named, formula: string, rest: Partial<Item>) =>
      make(named, { type: 'calculated', formula, ...rest }),
    counted: (named: Named, type: 'defectives' | 'defects', rest: Partial<Item>) =>
      make(named, { type, spc: true, ...rest }),
    choice: (named: Named, choices: Item['choices'], rest: Partial<Item> = {}) =>
      make(named, { type: 'choice', choices, ...rest }),
    other: (named: Named, type: 'boolean' | 'multi' | 'text' | 'date' | 'note', rest: Partial<Item> = {}) =>
      make(named, { type, ...rest }),
  }
}

/** Three steps of a look: good, slight, bad. */
export const looks = (good: [string, string], slight: [string, string], bad: [string, string]): Item['choices'] => [
  { code: 'ok', name: good[0], nameEn: good[1], judgement: 'OK' },
  { code: 'slight', name: slight[0], nameEn: slight[1], judgement: 'WARN' },
  { code: 'bad', name: bad[0], nameEn: bad[1], judgement: 'NG' },
]
