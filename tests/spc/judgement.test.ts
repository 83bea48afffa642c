import { describe, expect, test } from 'bun:test'
import { isDecimal, isPlainDecimal, roundHalfEven } from '#shared/spc/decimal'
import { roundRatio } from '#shared/spc/sampling/ratio'
import { compareDecimals } from '#shared/spc/compare-decimals'
import { plainDecimal } from '#shared/spc/typed-decimal'
import { codesIn, evaluateFormula, parseFormula, type FormulaValue } from '#shared/spc/formula/formula'
import { orderOf } from '#shared/spc/formula/order'
import { inspect, type Entered, type InspectedItem, type Inspection } from '#shared/spc/sampling/inspection'
import { randomOf } from '../support/random'
import { judgedRange } from '#shared/spc/sampling/judged-range'
import { isPlausible, judgeValue, worst } from '#shared/spc/sampling/judge'

const item = (change: Partial<InspectedItem> = {}): InspectedItem => ({
  itemKey: change.code ?? 'a',
  code: 'a',
  type: 'numeric',
  decimals: 2,
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
  ...change,
})

const entered = (itemKey: string, raw: string | null, change: Partial<Entered> = {}): Entered => ({
  itemKey,
  sampleNo: 1,
  state: 'present',
  raw,
  den: null,
  confirmed: false,
  ...change,
})
const several = (itemKey: string, ...raws: (string | null)[]) =>
  raws.map((raw, index) => entered(itemKey, raw, { sampleNo: index + 1 }))

/** What an item of one sample is judged when `raw` is entered. */
const only = (change: Partial<InspectedItem>, ...values: Entered[]) => inspect([item(change)], values).items[0]!

/** What a formula comes to, with or without understanding it. */
function calculated(text: string, items: Record<string, FormulaValue> = {}) {
  const { formula, fault } = parseFormula(text)
  return formula ? evaluateFormula(formula, new Map(Object.entries(items))) : { value: null, error: fault.kind }
}

describe('decimal text is compared and rounded as it stands there', () => {
  test.each([
    ['1.0', '1', 0],
    ['-0', '0', 0],
    ['-0.0', '0.00', 0],
    ['1e2', '100', 0],
    ['1.5E-3', '0.0015', 0],
    ['.5', '0.5', 0],
    ['5.', '5', 0],
    ['0.30000000000000004', '0.3', 1],
    ['999999999999.999999999', '999999999999.999999998', 1],
    ['-999999999999.999999999', '-999999999999.999999998', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['1e-400', '0', 1],
    ['-3', '2', -1],
    ['1e400', '1e399', 1],
  ] as const)('%s beside %s', (a, b, order) => {
    expect(compareDecimals(a, b)).toBe(order)
    expect(compareDecimals(b, a) + order).toBe(0)
  })

  test.each([
    ['2.5', 0, '2'],
    ['-0.001', 0, '0'],
    ['-0.004', 2, '0.00'],
    ['-0.006', 2, '-0.01'],
    ['7', 3, '7.000'],
    ['1.2e3', 1, '1200.0'],
    ['-1.5', 0, '-2'],
    ['0.5', 0, '0'],
    ['0.50000000000000000001', 0, '1'],
    ['999999999999.9999999995', 9, '1000000000000.000000000'],
  ])('%s to %i decimals is %s', (text, decimals, rounded) => expect(roundHalfEven(text, decimals)).toBe(rounded))

  test.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 0, '1'],
    ['1', '8', 2, '0.12'],
    ['3', '0.8', 2, '3.75'],
  ])('%s of %s to %i decimals is %s', (count, size, decimals, ratio) =>
    expect(roundRatio(count, size, decimals)).toBe(ratio),
  )

  test.each(['', ' ', '.', '-', 'e5', '1e', '--1', '1.2.3', '0x10', '1_000', 'NaN', 'Infinity', '١', '1 2', '+1'])(
    'is not decimal text: "%s"',
    (text) => {
      expect(isDecimal(text)).toBe(false)
      expect(() => compareDecimals('1', text)).toThrow(RangeError)
      expect(() => roundHalfEven(text, 2)).toThrow(RangeError)
    },
  )

  test('figures that would only cost time are refused (S51)', () => {
    for (const text of ['1e401', '1e-401', '1e99999999', '9'.repeat(401)]) expect(isDecimal(text)).toBe(false)
  })

  test('people type at most 12 digits before and 9 after the point, no exponent, perhaps a comma', () => {
    const typed = ['123456789012.123456789', '-1', '1234567890123', '1.1234567890', '1e3', '.5', '5.']
    expect(typed.map(isPlainDecimal)).toEqual([true, true, false, false, false, false, false])
    expect([' 3,5 ', '3.5'].map(plainDecimal)).toEqual(['3.5', '3.5'])
  })

  test.each(['10 20', '1 234', '1\u3000234', '- 5', '10\n20', '5²', '½', '①'])(
    '%s is not read as one number',
    (typed) => {
      expect(isDecimal(plainDecimal(typed))).toBe(false)
    },
  )

  test('a sign + in front is nothing, unless it stands alone or before another', () => {
    expect(['+10,2', ' ＋3 ', '+.5', '+1e3'].map(plainDecimal)).toEqual(['10.2', '3', '.5', '1e3'])
    for (const typed of ['+', '+-5', '++5', '+ 5', '+1,234']) expect(isDecimal(plainDecimal(typed))).toBe(false)
  })

  test('full-width figures are read', () => {
    expect(['\u3000－１０．５\u3000', '−3', '３。５'].map(plainDecimal)).toEqual(['-10.5', '-3', '3.5'])
  })

  test.each([
    ['3,5', '3.5'],
    ['10,00', '10.00'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['10，01', '10.01'],
  ])('the comma of %s is a decimal comma', (typed, plain) => {
    expect(plainDecimal(typed)).toBe(plain)
  })

  test.each(['1,234', '-1,234', '1,234.5', '12,345,678', '１，２３４'])(
    'the comma of %s may separate thousands: it is no number',
    (typed) => {
      expect(isDecimal(plainDecimal(typed))).toBe(false)
    },
  )
})

describe('the range of what is judged to be within limits is that of the judgement', () => {
  const { uniform } = randomOf(31)
  const figures = (decimals: number) => ((uniform() - 0.5) * 2).toFixed(decimals)
  test.each(['absolute', 'rounded'] as const)('%s', (judgeMode) => {
    for (let round = 0; round < 5000; round++) {
      const decimals = round % 4
      // the limit of a share may have more decimals than its item
      const [lsl, usl] = [figures(decimals + (round % 3)), figures(decimals + (round % 3))]
      const limits = { lsl, usl, warnLow: null, warnHigh: null, decimals, judgeMode }
      const { low, high } = judgedRange(limits)
      for (const raw of [figures(decimals + 1), figures(decimals + 4), lsl, usl]) {
        const isOutside = Number(raw) < low! || Number(raw) > high!
        expect([limits, raw, isOutside]).toEqual([limits, raw, judgeValue(raw, limits) === 'NG'])
      }
    }
  })

  test.each([
    ['absolute', { low: 9.9, high: 10.1 }],
    ['rounded', { low: 9.895, high: 10.105 }],
  ] as const)('%s: 9.90 to 10.10', (judgeMode, range) =>
    expect(judgedRange({ lsl: '9.90', usl: '10.10', decimals: 2, judgeMode })).toEqual(range),
  )
})

describe('a value is judged against limits that belong to the good side', () => {
  const limits = { lsl: '9.90', usl: '10.10', warnLow: '9.95', warnHigh: '10.05', decimals: 2 }
  const absolute = { ...limits, judgeMode: 'absolute' } as const
  const rounded = { ...limits, judgeMode: 'rounded' } as const
  const none = { lsl: null, usl: null, warnLow: null, warnHigh: null }

  test.each([
    ['on the lower limit', '9.90', absolute, 'WARN'],
    ['a hair below it', '9.899999999', absolute, 'NG'],
    ['on the lower warning limit', '9.95', absolute, 'OK'],
    ['just below that', '9.949999999', absolute, 'WARN'],
    ['on the upper warning limit', '1.005e1', absolute, 'OK'],
    ['just above that', '10.050000001', absolute, 'WARN'],
    ['on the upper limit', '10.1', absolute, 'WARN'],
    ['a hair above it', '10.100000001', absolute, 'NG'],
    ['rounded down to the limit', '10.105', rounded, 'WARN'],
    ['rounded up beyond it', '10.1051', rounded, 'NG'],
    ['rounded to the warning limit', '9.945', rounded, 'WARN'],
    ['without limits', '-123', { ...absolute, ...none }, 'OK'],
    ['with an upper limit only', '-1e9', { ...absolute, ...none, usl: '0' }, 'OK'],
    ['above an upper limit only', '0.000000001', { ...absolute, ...none, usl: '0' }, 'NG'],
    ['negative zero on a lower limit of 0', '-0', { ...absolute, ...none, lsl: '0' }, 'OK'],
    ['warned of without specification', '5', { ...absolute, ...none, warnHigh: '4' }, 'WARN'],
  ] as const)('%s: %s', (_, text, against, verdict) => expect(judgeValue(text, against)).toBe(verdict))

  test('the worst of several counts, NG before what is missing', () => {
    expect(worst([])).toBe('OK')
    expect(worst(['OK', 'WARN'])).toBe('WARN')
    expect(worst(['WARN', 'PENDING'])).toBe('PENDING')
    expect(worst(['PENDING', 'NG', 'OK'])).toBe('NG')
  })

  test('what is improbable is asked about, its limits being probable', () => {
    const bounds = { plausLow: '5', plausHigh: '20' }
    expect(['5', '20.0', '4.99', '20.01'].map((text) => isPlausible(text, bounds))).toEqual([true, true, false, false])
    const plain = { lsl: '1', ...bounds }
    expect(only(plain, entered('a', '2')).samples[0]).toMatchObject({ judgement: 'OK', isPlausible: false })
    expect(only(plain, entered('a', '2', { confirmed: true })).samples[0]).toMatchObject({ isPlausible: true })
  })
})

describe('one sample', () => {
  test.each([
    ['a comma is a point', '3,5', { raw: '3.5', value: 3.5, judgement: 'OK' }],
    ['exponents come from instruments', '1.5e1', { raw: '15', value: 15, judgement: 'OK' }],
    ['an exponent is written out', '1e3', { raw: '1000', value: 1000 }],
    ['a small one too', '1.50E-9', { raw: '0.00000000150', value: 1.5e-9 }],
    ['what would be too long to be read again is kept', '1e-400', { raw: '1e-400', value: 0 }],
    ['zero has no sign', '-0', { raw: '0', value: 0 }],
    ['nor with decimals', '-0.00', { raw: '0.00', value: 0 }],
    ['a point has digits on both sides', '.5', { raw: '0.5', value: 0.5 }],
    ['also after the sign', '-.5', { raw: '-0.5', value: -0.5 }],
    ['a point without decimals is left out', '5.', { raw: '5', value: 5 }],
    ['zeros in front are left out', '007', { raw: '7', value: 7 }],
    ['zeros at the end stay', '7.10', { raw: '7.10', value: 7.1 }],
    [
      'more digits than the item has are told and judged',
      '1.234',
      { fault: 'decimals', judgement: 'OK', value: 1.234 },
    ],
    ['digits that an exponent takes away do not count', '1.234e1', { value: 12.34, judgement: 'OK' }],
    ['two numbers are no number', '10 20', { fault: 'format', judgement: 'PENDING', value: null }],
    ['a superscript is no figure', '5²', { fault: 'format', judgement: 'PENDING', value: null }],
    ['words are no number', 'about 3', { fault: 'format', judgement: 'PENDING', value: null }],
    ['a comma may separate thousands', '1,234', { fault: 'grouped', judgement: 'PENDING', value: null }],
    ['a percentage may be 0.985', '98.5%', { fault: 'percent', judgement: 'PENDING', value: null }],
    ['13 digits are too many', '1234567890123', { fault: 'format', judgement: 'PENDING' }],
    ['13 digits as an exponent are too many', '1e12', { fault: 'format', judgement: 'PENDING' }],
    ['12 digits are not', '123456789012.12', { judgement: 'OK', value: 123456789012.12 }],
    ['blanks are nothing', '  ', { judgement: 'PENDING', value: null, raw: null }],
  ] as const)('numeric: %s', (_, raw, expected) =>
    expect(only({}, entered('a', raw)).samples[0]).toMatchObject(expected),
  )

  test.each([
    ['mm', '10,2mm', '10.2'],
    ['mm', ' 10 mm ', '10'],
    ['mm', '+1.5e1 mm', '15'],
    ['mm', '１０．２ｍｍ', '10.2'],
    ['μm', '-3.5 µm', '-3.5'],
    ['°C', '25℃', '25'],
    ['g/m²', '180 g/m²', '180'],
    ['eV', '10eV', '10'],
    ['%', '98.5 ％', '98.5'],
  ])('the unit of its item, %s, behind a number is left out: %s', (unit, typed, raw) => {
    const [sample] = only({ unit }, entered('a', typed)).samples
    expect([sample!.raw, sample!.value]).toEqual([raw, Number(raw)])
  })

  test.each([
    ['mm', '10 cm', 'format'],
    ['mm', '10 Mm', 'format'],
    ['mm', 'mm', 'format'],
    ['mm', '10 mm mm', 'format'],
    ['mm', '10²mm', 'format'],
    ['', '10mm', 'format'],
    ['-', '10 -', 'format'],
    ['1', '10 1', 'format'],
    ['mm', '1,234 mm', 'grouped'],
  ] as const)('with the unit %s, %s is no number', (unit, typed, fault) => {
    expect(only({ unit }, entered('a', typed)).samples[0]).toMatchObject({ fault, value: null })
  })

  test('a count has no zeros in front', () => {
    const [counted] = only({ type: 'defectives' }, entered('a', '007', { den: '0100' })).samples
    expect(counted).toMatchObject({ raw: '7', value: 7 })
  })

  test.each([
    ['on the limit', '1', '10', 'OK'],
    ['on the limit where doubles say otherwise', '3', '30', 'OK'],
    ['above it by one in a million', '100001', '1000000', 'NG'],
    ['none', '0', '5', 'OK'],
  ] as const)('defectives are compared without dividing: %s', (_, raw, den, judgement) =>
    expect(only({ type: 'defectives', usl: '0.1' }, entered('a', raw, { den })).samples[0]).toMatchObject({
      judgement,
    }),
  )

  test('defectives of a third fit a limit that is a third as far as it is written', () => {
    const third = { type: 'defectives', usl: '0.3333' } as const
    expect(only(third, entered('a', '1', { den: '3' })).judgement).toBe('NG')
    expect(only({ ...third, judgeMode: 'rounded', decimals: 4 }, entered('a', '1', { den: '3' })).judgement).toBe('OK')
  })

  test('defects are counted on how much, decimals allowed', () => {
    const item = { type: 'defects', usl: '2', warnHigh: '1.5' } as const
    const of = (raw: string, den: string) => only(item, entered('a', raw, { den })).judgement
    expect([of('5', '2.5'), of('3', '2'), of('4', '2,5'), of('6', '2.5')]).toEqual(['WARN', 'OK', 'WARN', 'NG'])
  })

  test.each([
    ['more defectives than pieces', 'defectives', '6', '5'],
    ['no pieces', 'defectives', '0', '0'],
    ['a part of a piece', 'defectives', '0', '5.5'],
    ['a part of a defect', 'defects', '1.5', '5'],
    ['fewer than none', 'defects', '-1', '5'],
    ['no area', 'defects', '1', '0'],
    ['nothing that it is counted on', 'defects', '1', null],
    ['nothing but what it is counted on', 'defectives', '', '10'],
    ['an endless figure', 'defectives', '9'.repeat(50), '9'.repeat(60)],
  ] as const)('counts that do not fit: %s', (_, type, raw, den) =>
    expect(only({ type }, entered('a', raw, { den })).samples[0]).toMatchObject({
      fault: 'count',
      judgement: 'PENDING',
    }),
  )

  const choices = [
    { code: 'none', judgement: 'OK' },
    { code: 'scratch', judgement: 'WARN' },
    { code: 'hole', judgement: 'NG' },
  ] as const
  test.each([
    ['a choice', 'choice', 'scratch', { judgement: 'WARN', value: null }],
    ['no such choice', 'choice', 'Hole', { judgement: 'PENDING', fault: 'choice' }],
    ['two where one is asked', 'choice', 'none,hole', { fault: 'choice' }],
    ['several choices: the worst', 'multi', 'none, hole', { judgement: 'NG', raw: 'none,hole' }],
    ['several choices, one unknown', 'multi', 'none,dent', { fault: 'choice' }],
    ['several choices, one empty', 'multi', 'none,', { fault: 'choice' }],
  ] as const)('%s', (_, type, raw, expected) =>
    expect(only({ type, choices }, entered('a', raw)).samples[0]).toMatchObject(expected),
  )

  test('yes and no are good and bad, or what their choices say', () => {
    const leaks = [
      { code: '1', judgement: 'NG' },
      { code: '0', judgement: 'OK' },
    ] as const
    const of = (raw: string, some: InspectedItem['choices'] = []) =>
      only({ type: 'boolean', choices: some }, entered('a', raw)).samples[0]!
    expect([of('1').judgement, of('0').judgement, of('1', leaks).judgement]).toEqual(['OK', 'NG', 'NG'])
    expect([of('1').value, of('0').value, of('yes').fault]).toEqual([1, 0, 'choice'])
  })

  test.each([
    ['2026-02-28', undefined],
    ['2026-02-29', 'date'],
    ['2026-2-8', 'date'],
    ['28.2.2026', 'date'],
    ['0000-13-40', 'date'],
  ] as const)('a day: %s', (raw, fault) =>
    expect(only({ type: 'date' }, entered('a', raw)).samples[0]!.fault).toBe(fault as never),
  )
})

describe('one item', () => {
  const five = { sampleSize: 5, lsl: '1', usl: '3' }

  test('has the worst of its values, their mean and range', () => {
    const outcome = only({ ...five, warnHigh: '2.5' }, ...several('a', '1', '2', '2.6', '2', '3'))
    expect(outcome).toMatchObject({ judgement: 'WARN', missing: 0, mean: 2.12, range: 2 })
    expect(outcome.samples.map(({ judgement }) => judgement)).toEqual(['OK', 'OK', 'WARN', 'OK', 'WARN'])
  })

  test.each([
    ['not entered', [], 'PENDING', 5],
    ['one left out', several('a', '1', '2', null, '2', '2'), 'PENDING', 1],
    ['one left out beside one that is NG', several('a', '1', '2', null, '2', '4'), 'NG', 1],
    [
      'one missing with a reason',
      [...several('a', '1', '1', '1', '1'), entered('a', null, { sampleNo: 5, state: 'missing' })],
      'PENDING',
      0,
    ],
    [
      'one that does not apply',
      [...several('a', '1', '1', '1', '1'), entered('a', null, { sampleNo: 5, state: 'na', missingCode: 'no-sample' })],
      'OK',
      0,
    ],
    [
      'one that is said not to apply, but not why',
      [...several('a', '1', '1', '1', '1'), entered('a', null, { sampleNo: 5, state: 'na' })],
      'PENDING',
      1,
    ],
  ] as const)('required, %s', (_, values, judgement, missing) => {
    expect(only(five, ...values)).toMatchObject({ judgement, missing, isRequired: true })
  })

  test('that is not required may be empty', () => {
    expect(only({ ...five, required: 'never' })).toMatchObject({ judgement: 'OK', missing: 0, isRequired: false })
    expect(only({ ...five, required: 'never' }, ...several('a', '9'))).toMatchObject({ judgement: 'NG', missing: 0 })
  })

  test('of counts has the rate of all together', () => {
    const values = [entered('a', '1', { den: '10' }), entered('a', '5', { den: '50', sampleNo: 2 })]
    expect(only({ type: 'defectives', sampleSize: 2 }, ...values)).toMatchObject({ mean: 0.1, range: null })
  })
})

describe('a record', () => {
  const judged = (items: InspectedItem[], ...values: Entered[]): Inspection => inspect(items, values)
  const one = item({ code: 'one', usl: '5', warnHigh: '4' })

  test.each([
    ['all is well', [one], [entered('one', '4')], { judgement: 'OK', ngItems: 0, warnItems: 0, missingItems: 0 }],
    ['a warning', [one], [entered('one', '5')], { judgement: 'WARN', warnItems: 1 }],
    ['NG', [one], [entered('one', '6')], { judgement: 'NG', ngItems: 1 }],
    [
      'NG and something missing',
      [one, item({ code: 'two' })],
      [entered('one', '6')],
      { judgement: 'NG', ngItems: 1, missingItems: 1 },
    ],
    ['something missing', [one], [], { judgement: 'PENDING', missingItems: 1 }],
    [
      'missing with a reason',
      [one],
      [entered('one', null, { state: 'missing' })],
      { judgement: 'PENDING', missingItems: 1 },
    ],
    [
      'does not apply, and why, where something else was found',
      [one, item({ code: 'two' })],
      [entered('one', null, { state: 'na', missingCode: 'no-sample' }), entered('two', '1')],
      { judgement: 'OK', missingItems: 0 },
    ],
    [
      'does not apply, nobody knows why',
      [one, item({ code: 'two' })],
      [entered('one', null, { state: 'na' }), entered('two', '1')],
      { judgement: 'PENDING', missingItems: 1 },
    ],
    [
      'of what is for information nobody says why',
      [{ ...one, severity: 'info' as const }, item({ code: 'two' })],
      [entered('one', null, { state: 'na' }), entered('two', '1')],
      { judgement: 'OK', missingItems: 0 },
    ],
    [
      'of nothing that applies',
      [one],
      [entered('one', null, { state: 'na', missingCode: 'no-sample' })],
      { judgement: 'PENDING', missingItems: 0 },
    ],
    [
      'in which nothing was measured',
      [item({ code: 'one', required: 'never' }), item({ code: 'sum', type: 'calculated', formula: '1 + 1' })],
      [],
      { judgement: 'PENDING', missingItems: 0 },
    ],
    [
      'NG where it is for information',
      [{ ...one, severity: 'info' as const }],
      [entered('one', '6')],
      { judgement: 'OK', ngItems: 0 },
    ],
    [
      'a warning for information',
      [{ ...one, severity: 'info' as const }],
      [entered('one', '5')],
      { judgement: 'WARN' },
    ],
    [
      'a text to be read',
      [item({ code: 'one', type: 'note' }), item({ code: 'two' })],
      [entered('two', '1')],
      { judgement: 'OK', missingItems: 0 },
    ],
    ['words', [item({ code: 'one', type: 'text' })], [entered('one', 'seen')], { judgement: 'OK' }],
    ['no items', [], [], { judgement: 'PENDING', missingItems: 0 }],
  ])('%s', (_, items, values, expected) => expect(judged(items, ...values)).toMatchObject(expected))

  const piece = item({ code: 'v', sampleSize: 3 })
  const mean = item({ code: 'm', type: 'calculated', formula: 'avg(v)', usl: '2', itemKey: 'm' })

  test('works out what is calculated, rounded and judged as it is shown', () => {
    expect(judged([mean, piece], ...several('v', '2', '2', '2.01')).items[0]).toMatchObject({
      judgement: 'OK',
      samples: [{ sampleNo: 1, raw: '2.00', value: 2, judgement: 'OK' }],
    })
    expect(judged([mean, piece], ...several('v', '2', '2', '2.1')).items[0]).toMatchObject({
      judgement: 'NG',
      samples: [{ raw: '2.03', judgement: 'NG' }],
    })
    for (const judgeMode of ['absolute', 'rounded'] as const) {
      expect(judged([{ ...mean, judgeMode }, piece], ...several('v', '2', '2', '2.01')).judgement).toBe('OK')
    }
    const closer = judged([{ ...mean, decimals: 4 }, piece], ...several('v', '2', '2', '2.01'))
    expect(closer.items[0]!.samples).toMatchObject([{ raw: '2.0033', judgement: 'NG' }])
    const sum = item({ code: 's', type: 'calculated', formula: 'p + q', usl: '0.3', decimals: 1 })
    const parts = [item({ code: 'p' }), item({ code: 'q' })]
    expect(judged([sum, ...parts], entered('p', '0.1'), entered('q', '0.2')).judgement).toBe('OK')
  })

  test.each([
    ['avg(v)', ['3.7', '3.6'], 1, '3.6'],
    ['avg(v)', ['-6.66', '-6.19'], 2, '-6.42'],
    ['avg(v)', ['999.997', '999.999', '999.998', '999.996'], 3, '999.998'],
    ['avg(v) * 2 - 1', ['999.8', '1000.4', '1000.3', '999.8'], 1, '1999.2'],
    ['round(avg(v), 2)', ['-6.66', '-6.19'], 2, '-6.42'],
    ['sum(v)', ['123456789.123456789'], 9, '123456789.123456790'],
  ])('rounds %s of %j to %i decimals as decimals, not as doubles: %s', (formula, values, decimals, raw) => {
    const [of, by] = [item({ code: 'v', sampleSize: values.length, decimals: 9 }), { code: 'c', formula, decimals }]
    const { items } = judged([of, item({ ...by, type: 'calculated', usl: raw, lsl: raw })], ...several('v', ...values))
    expect(items[1]!.samples).toMatchObject([{ raw, judgement: 'OK' }])
  })

  test.each([
    ['p - q', 2, '4.16'], // 4.155
    ['-q + p', 2, '4.16'],
    ['round(p - q, 2)', 4, '4.1600'],
    ['range(p, q)', 2, '4.16'],
    ['sum(p, -q)', 2, '4.16'],
    ['p * 0.9 - q', 3, '0.263'], // 0.2628
    ['p * 10.5 - q * 10', 2, '61.01'], // 61.011
    ['avg(v) - avg(w)', 2, '0.00'], // 0.005
    ['avg(v) - avg(w) + 0.01', 2, '0.02'], // 0.015
    ['stdev(v)', 3, '0.014'], // 0.0145
  ])(
    'rounds %s to %i decimals by what the decimals differ by, however much larger they are: %s',
    (formula, ...rest) => {
      const [decimals, raw] = rest
      const measured = [
        ...['p', 'q'].map((code) => item({ code, decimals: 3 })),
        ...['v', 'w'].map((code) => item({ code, decimals: 4, sampleSize: 3 })),
      ]
      const values = [
        entered('p', '38.922'),
        entered('q', '34.767'),
        ...several('v', '134.0855', '134.1000', '134.1145'),
        ...several('w', '134.0856', '134.1000', '134.0994'),
      ]
      const of = item({ code: 'c', type: 'calculated', formula, decimals, lsl: raw, usl: raw })
      expect(judged([of, ...measured], ...values).items[0]!.samples).toMatchObject([{ raw, judgement: 'OK' }])
    },
  )

  test('rounds every difference that ends in 5 half to even', () => {
    const { formula } = parseFormula('round(a - b, 2)')
    const wrong = Array.from({ length: 20_000 }, (_, index) => {
      const [a, difference] = [200 + index * 4999, (index % 1000) * 10 + 5]
      const even = 2 * Math.round(difference / 20)
      const scope = new Map(Object.entries({ a: a / 1000, b: (a - difference) / 1000 }))
      const { value } = evaluateFormula(formula!, scope)
      return value === even / 100 ? [] : [`${a} - ${a - difference}: ${value}`]
    }).flat()
    expect(wrong).toEqual([])
  })

  test('has one figure for each sample where the formula has', () => {
    const twice = item({ code: 't', type: 'calculated', formula: 'v * 2', sampleSize: 3 })
    const { items } = judged([piece, twice], ...several('v', '1', null, '3'))
    expect(items[1]!.samples.map(({ raw, judgement }) => [raw, judgement])).toEqual([
      ['2.00', 'OK'],
      [null, 'PENDING'],
      ['6.00', 'OK'],
    ])
  })

  test('has no more figures than its samples, whatever the formula comes to (S51)', () => {
    const twice = item({ code: 't', type: 'calculated', formula: 'v * 2' })
    const { items } = judged([piece, twice], ...several('v', '1', '2', '3'))
    expect(items[1]).toMatchObject({ judgement: 'PENDING', error: 'length', samples: [{ raw: null }] })
    expect(items[1]!.samples).toHaveLength(1)
  })

  test('what is calculated waits for what is missing, not for what does not apply', () => {
    const said = { missingCode: 'no-sample' }
    const all = (state: Entered['state']) =>
      [1, 2, 3].map((sampleNo) => entered('v', null, { sampleNo, state, ...said }))
    expect(judged([piece, mean], ...all('missing')).items[1]).toMatchObject({ judgement: 'PENDING', missing: 0 })
    expect(judged([piece, mean], ...all('na')).items[1]).toMatchObject({ judgement: 'OK', missing: 0 })
    expect(judged([piece, mean], ...several('v', '1', null, '1')).items[1]).toMatchObject({ judgement: 'OK' })
  })

  test('tells what kept a formula from working', () => {
    const broken = (formula: string) =>
      judged([item({ code: 'z' }), item({ code: 'c', type: 'calculated', formula })], entered('z', '0')).items[1]
    expect(broken('1 / z')).toMatchObject({ judgement: 'PENDING', error: 'division_by_zero' })
    expect(broken('1 / nope')).toMatchObject({ judgement: 'PENDING', error: 'unknown_item' })
    expect(broken('')).toMatchObject({ judgement: 'PENDING', error: 'syntax' })
    expect(broken('c + 1')).toMatchObject({ judgement: 'PENDING', error: 'cycle' })
  })

  const leak = item({ code: 'leak', type: 'boolean' })
  const reason = item({ code: 'reason', type: 'text', visibleWhen: 'leak == 0' })

  test('asks for what is shown only: hidden items count for nothing', () => {
    expect(judged([leak, reason]).items[1]).toMatchObject({ isVisible: false })
    expect(judged([leak, reason], entered('leak', '1'))).toMatchObject({ judgement: 'OK', missingItems: 0 })
    expect(judged([leak, reason], entered('leak', '0')).items[1]).toMatchObject({
      isVisible: true,
      judgement: 'PENDING',
    })
    const hiddenNg = { ...one, visibleWhen: 'leak == 0' }
    expect(judged([leak, hiddenNg], entered('leak', '1'), entered('one', '9'))).toMatchObject({ judgement: 'OK' })
  })

  test('requires what its condition says, whatever its place', () => {
    const when = item({ code: 'extra', required: 'when', requiredWhen: 'one > 3' })
    expect(judged([when, one], entered('one', '3')).items[0]).toMatchObject({ isRequired: false, missing: 0 })
    expect(judged([when, one], entered('one', '3.5')).items[0]).toMatchObject({ isRequired: true, missing: 1 })
    expect(judged([when, one]).items[0]).toMatchObject({ isRequired: false })
    const broken = { ...when, requiredWhen: 'one >' }
    expect(judged([broken, one], entered('one', '3')).items[0]).toMatchObject({ error: 'syntax', judgement: 'PENDING' })
  })

  test('conditions may look at choices, by code where that is a number, else by place', () => {
    const grade = item({
      code: 'grade',
      type: 'choice',
      choices: ['A', 'B'].map((code) => ({ code, judgement: 'OK' })),
    })
    const level = item({
      code: 'level',
      type: 'choice',
      choices: ['10', '20'].map((code) => ({ code, judgement: 'OK' })),
    })
    const seen = item({ code: 'seen', type: 'text', visibleWhen: 'if(grade == 2, level, 0) == 20' })
    const visible = (...codes: [string, string]) =>
      judged([seen, grade, level], entered('grade', codes[0]), entered('level', codes[1])).items[0]!.isVisible
    expect([visible('B', '20'), visible('A', '20'), visible('B', '10')]).toEqual([true, false, false])
  })

  test('300 items of 5 samples are no more than a breath', () => {
    const items = Array.from({ length: 300 }, (_, index) => item({ code: `c${index}`, sampleSize: 5, usl: '5' }))
    const values = items.flatMap(({ itemKey }) => several(itemKey, '1', '2', '3', '4', '5'))
    expect(judged(items, ...values)).toMatchObject({ judgement: 'OK', missingItems: 0 })
  })
})

describe('formulas', () => {
  const items = { a: 7, z: 0, m: null, v: [1, 2, 3], w: [1, 2], h: [2, 0, null] }
  test.each([
    ['0.1 + 0.2 <= 0.3', 1],
    ['0.1 + 0.2 > 0.3', 0],
    ['0.1 + 0.2 != 0.3', 0],
    ['a == 7', 1],
    ['-a ^ 2', -49],
    ['2 ^ -1', 0.5],
    ['2 * -3', -6],
    ['--a', 7],
    ['(a)', 7],
    [' a\n+\t1 ', 8],
    ['max(v, a, 2)', 7],
    ['sum(m)', null],
    ['min(m)', null],
    ['range(m)', null],
    ['stdev(a)', null],
    ['count(m)', 0],
    ['range(a)', 0],
    ['if(m, 1, 2)', null],
    ['if(z == 0, 0, a / z)', 0],
    ['round(2.5, 0)', 2],
    ['round(v / 3, 2)', [0.33, 0.67, 1]],
    ['if(v > 1, v, 0)', [0, 2, 3]],
    ['if(v > 1, v, m)', [null, 2, 3]],
    ['v + m', [null, null, null]],
    ['v > 1', [0, 1, 1]],
  ] as const)('%s', (text, value) => expect(calculated(text, items)).toEqual({ value: value as FormulaValue }))

  test.each([
    ['v + w', 'length', null],
    ['if(v > 0, w, 1)', 'length', null],
    ['v / h', 'division_by_zero', [0.5, null, null]],
    ['avg(v / h)', 'division_by_zero', null],
    ['if(v > 1, a / h, 0)', 'division_by_zero', [0, null, null]],
    ['ln(0)', 'domain', null],
    ['0 ^ -1', 'division_by_zero', null],
    ['(0 - 8) ^ 0.5', 'domain', null],
    ['10 ^ 400', 'domain', null],
    ['exp(1000)', 'domain', null],
    ['round(1, 1.5)', 'domain', null],
    ['round(1, -1)', 'domain', null],
    ['__proto__', 'syntax', null],
    ['toString', 'unknown_item', null],
    ['hasOwnProperty(1)', 'unknown_function', null],
    ['AVG(v)', 'unknown_function', null],
    ['avg()', 'syntax', null],
    ['avg', 'unknown_item', null],
    ['round(1)', 'syntax', null],
    ['if(1, 2)', 'syntax', null],
    ['abs(1, 2)', 'syntax', null],
    ['', 'syntax', null],
    ['1 2', 'syntax', null],
    ['1 +* 2', 'syntax', null],
    ['+1', 'syntax', null],
    ['(1', 'syntax', null],
    ['1)', 'syntax', null],
    ['a < 1 < 2', 'syntax', null],
    ['1e3x', 'syntax', null],
    ['1.2.3', 'syntax', null],
    ['1e999', 'syntax', null],
    ['a = 1', 'syntax', null],
    ['a; b', 'syntax', null],
    ["a['b']", 'syntax', null],
    ['`a`', 'syntax', null],
    ['厚度 + 1', 'syntax', null],
  ] as const)('%s: %s', (text, error, value) =>
    expect(calculated(text, items)).toEqual({ value: value as FormulaValue, error }),
  )

  test('tell the place of what is not understood', () => {
    const placeOf = (text: string) => parseFormula(text).fault?.at
    expect(['a + ', 'a . b', '1 + foo(2)', 'a ) b'].map(placeOf)).toEqual([4, 2, 4, 2])
  })

  test('name each item once', () => {
    expect(codesIn(parseFormula('avg(v) + if(a > b, v, -b) ^ 2').formula!)).toEqual(['v', 'a', 'b'])
  })

  test.each([
    ['parentheses', (depth: number) => '('.repeat(depth) + '1' + ')'.repeat(depth)],
    ['calls', (depth: number) => 'abs('.repeat(depth) + '1' + ')'.repeat(depth)],
    ['signs', (depth: number) => '-'.repeat(depth) + '1'],
    ['exponents', (depth: number) => '1' + '^1'.repeat(depth)],
  ])('32 %s inside of each other are understood, 33 not (S51)', (_, nested) => {
    expect(parseFormula(nested(32)).fault).toBeUndefined()
    expect(parseFormula(nested(33)).fault?.kind).toBe('syntax')
  })

  test('500 characters are read, 501 not (S51)', () => {
    const long = `${'1+'.repeat(249)}11`
    expect(long).toHaveLength(500)
    expect(calculated(long)).toEqual({ value: 260 })
    expect(parseFormula(`${long}1`).fault).toEqual({ kind: 'syntax', at: 500 })
  })

  test('hostile ones end at once (S51)', () => {
    const big = { v: Array.from({ length: 200 }, () => 9.99e307) }
    expect(calculated(`${'v*'.repeat(240)}v`, big).error).toBe('domain')
    expect(calculated(`${'9'.repeat(20)}^`.repeat(20) + '9').error).toBe('domain')
    expect(calculated(`${'round(1e308,15)+'.repeat(30)}1`).error).toBe('domain')
    for (let index = 0; index < 2000; index++) parseFormula(`a + ${index}`)
    expect(parseFormula('('.repeat(100_000)).fault?.kind).toBe('syntax')
  })
})

describe('the order in which items are worked out', () => {
  const of = (code: string, formula: string, visibleWhen = '') =>
    item({ code, type: 'calculated', formula, visibleWhen })
  const codes = (items: readonly InspectedItem[]) => items.map(({ code }) => code)

  test('has each behind what it needs, conditions included', () => {
    const { order, cycle } = orderOf([of('d', 'c + b'), of('c', 'b * 2', 'a > 1'), of('b', 'a'), item({ code: 'a' })])
    expect([codes(order), codes(cycle)]).toEqual([['a', 'b', 'c', 'd'], []])
  })

  test('names those that wait for each other, and those that wait for them', () => {
    const items = [of('a', 'b'), of('b', 'c'), of('c', 'a'), of('e', 'c'), of('f', 'nope'), item({ code: 'g' })]
    const { order, cycle } = orderOf(items)
    expect([codes(order), codes(cycle)]).toEqual([
      ['f', 'g'],
      ['a', 'b', 'c', 'e'],
    ])
  })

  test('a condition that looks at its own item is a circle, a formula of what is not calculated is not', () => {
    expect(codes(orderOf([item({ code: 'a', visibleWhen: 'a > 1' })]).cycle)).toEqual(['a'])
    expect(orderOf([item({ code: 'a', formula: 'a + 1' })]).cycle).toEqual([])
  })
})
