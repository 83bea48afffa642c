import type { GivenItem } from '#server/qc/template/items'

type Item = GivenItem & { itemKey: string }
type Named = [code: string, name: string, nameEn: string]
type Limits = [lsl: Limit, warnLow: Limit, nominal: Limit, warnHigh: Limit, usl: Limit]
type Limit = string | null

/** The differences from {@link defaults}. */
type Fields = Partial<Item> & { limits?: Limits; plausible?: [low: string, high: string] }

const defaults = {
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

/** Items whose keys begin with the template's code: the same year has the same keys. */
export function itemsOf(template: string) {
  function make([code, name, nameEn]: Named, { limits, plausible, ...fields }: Fields & Pick<Item, 'type'>): Item {
    const item = { ...defaults, itemKey: `${template}-${code}`.toLowerCase(), code, name, nameEn, ...fields }
    if (limits) [item.lsl, item.warnLow, item.nominal, item.warnHigh, item.usl] = limits
    if (plausible) [item.plausLow, item.plausHigh] = plausible
    return item
  }
  return {
    /** Measured and charted. */
    numeric: (named: Named, fields: Fields) => make(named, { type: 'numeric', spc: true, ...fields }),
    calculated: (named: Named, formula: string, fields: Fields) =>
      make(named, { type: 'calculated', formula, ...fields }),
    counted: (named: Named, type: 'defectives' | 'defects', fields: Fields) =>
      make(named, { type, spc: true, ...fields }),
    choice: (named: Named, choices: Item['choices'], fields: Fields = {}) =>
      make(named, { type: 'choice', choices, ...fields }),
    other: (named: Named, type: 'boolean' | 'multi' | 'text' | 'date' | 'note', fields: Fields = {}) =>
      make(named, { type, ...fields }),
  }
}

/** Three grades of appearance: good, slight, bad. */
export const looks = (good: [string, string], slight: [string, string], bad: [string, string]): Item['choices'] => [
  { code: 'ok', name: good[0], nameEn: good[1], judgement: 'OK' },
  { code: 'slight', name: slight[0], nameEn: slight[1], judgement: 'WARN' },
  { code: 'bad', name: bad[0], nameEn: bad[1], judgement: 'NG' },
]
