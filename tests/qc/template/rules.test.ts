import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MAX_ITEMS } from '#shared/qc/constants'
import { evaluateFormula, parseFormula, type FormulaValue } from '#shared/spc/formula/formula'
import { shapeOf } from '#shared/spc/formula/shape'
import { at, diameter, spread, surface, templateBench } from '../../support/qc/template'

const { app, engineer, create, get, save, publish } = await templateBench()
afterAll(app.close)

describe('what a draft may say (S43)', () => {
  let id: number
  beforeAll(async () => {
    id = await create()
    await save(id, [diameter])
  })

  test.each([
    ['no lock', { lockVersion: undefined }, 'lockVersion', 'Required', '必填'],
    ['no list of items', { items: null }, 'items', 'Required', '必填'],
    ['too many items', { items: Array(MAX_ITEMS + 1).fill(surface) }, 'items', `${MAX_ITEMS}`, `${MAX_ITEMS}`],
    ['an item without name', { items: [{ ...surface, name: ' ' }] }, 'items.0.name', 'Required', '必填'],
    [
      'a code with a blank',
      { items: [{ ...surface, code: 'a b' }] },
      'items.0.code',
      'Start with a letter',
      '以字母开头',
    ],
    ['a code twice', { items: [diameter, surface, diameter] }, 'items.2.code', 'same code', '编码'],
    ['an unknown type', { items: [{ ...surface, type: 'photo' }] }, 'items.0.type', 'Not a valid', '内容不正确'],
    ['a limit in words', { items: [{ ...diameter, usl: 'high' }] }, 'items.0.usl', 'a number', '数字'],
    ['no sample', { items: [{ ...diameter, sampleSize: 0 }] }, 'items.0.sampleSize', 'Not less than 1', '不能小于 1'],
    ['a rule that there is not', { items: [{ ...diameter, rules: [9] }] }, 'items.0.rules.0', 'more than 8', '8'],
    [
      'a choice without a verdict',
      { items: [{ ...surface, choices: [{ code: 'A', name: 'a', judgement: 'PENDING' }] }] },
      'items.0.choices.0.judgement',
      'Not a valid',
      '内容不正确',
    ],
  ])('refused: %s', async (_, change, field, en, zh) => {
    const before = await get(id)
    const body = { lockVersion: before.draft.lockVersion, items: [diameter], ...change }
    const answer = await engineer.put(`${at}/${id}/draft`, body)
    expect(answer).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
    const headers = { 'accept-language': 'zh' }
    const chinese = await engineer.send('PUT', `${at}/${id}/draft`, { body, headers })
    expect(chinese.errors).toMatchObject({ [field]: expect.stringContaining(zh) })
    expect(await get(id)).toEqual(before)
  })

  test('what no item has is left out, and a decimal comma is a point', async () => {
    const item = { ...diameter, usl: '20,02', itemId: 5, versionId: 9, seq: 7, constructor: 'x', ['__proto__']: 'y' }
    const { data } = await save(id, [item])
    expect(data.draft.items[0]).toMatchObject({ ...diameter, usl: '20.02', seq: 1 })
  })

  test('as many items as there may be', async () => {
    const items = Array.from({ length: MAX_ITEMS }, (_, index) => ({ ...diameter, code: `d${index}` }))
    const { data } = await save(id, items)
    expect(data.draft.items.map(({ code }: { code: string }) => code)).toEqual(items.map(({ code }) => code))
  })
})

/** What each publication is refused by: items, the place, and what is told there in both languages. */
const faulty: [what: string, items: object[], place: string, en: string, zh: string][] = [
  ['nothing', [], 'items', 'At least one item', '至少要有一个'],
  [
    'codes that differ only in letter case',
    [diameter, { ...diameter, code: diameter.code.toUpperCase() }],
    'items.1.code',
    'differ in more than letter case',
    '不能只有大小写不同',
  ],
  ['LSL above USL', [{ ...diameter, lsl: '20.021' }], 'items.0.nominal', 'Must not be below 20.021', '不能小于 20.021'],
  [
    'a nominal above USL',
    [{ ...diameter, nominal: '20.03' }],
    'items.0.usl',
    'Must not be below 20.03',
    '不能小于 20.03',
  ],
  [
    'a warning below LSL, by a digit that no double tells',
    [
      {
        ...diameter,
        decimals: 9,
        lsl: '123456789012.000000002',
        warnLow: '123456789012.000000001',
        nominal: null,
        usl: null,
      },
    ],
    'items.0.warnLow',
    'Must not be below 123456789012.000000002',
    '不能小于',
  ],
  [
    'USL beyond what is plausible',
    [{ ...diameter, plausHigh: '20.01' }],
    'items.0.plausHigh',
    'Must not be below 20.020',
    '20.020',
  ],
  [
    'more decimals than the item',
    [{ ...diameter, decimals: 2, lsl: '19.985' }],
    'items.0.lsl',
    'the 2 of the item',
    '2 位',
  ],
  [
    'no limit',
    [{ ...diameter, nominal: '20', lsl: '', usl: null }],
    'items.0.lsl',
    'without a limit',
    '至少填写一个界限',
  ],
  [
    'one choice',
    [{ ...surface, choices: surface.choices.slice(1) }],
    'items.0.choices',
    'At least two',
    '至少要有两个',
  ],
  [
    'a choice twice',
    [{ ...surface, choices: [...surface.choices, surface.choices[0]] }],
    'items.0.choices.2.code',
    'same code',
    '重复',
  ],
  [
    'choices that are all good',
    [{ ...surface, choices: surface.choices.map((choice) => ({ ...choice, judgement: 'OK' })) }],
    'items.0.choices',
    'a warning or NG',
    '警告或不合格',
  ],
  ['yes or no with other codes', [{ ...surface, type: 'boolean' }], 'items.0.choices', 'codes 1 and 0', '1 和 0'],
  ['no formula', [diameter, { ...spread, formula: ' ' }], 'items.1.formula', 'Required', '必填'],
  [
    'half a formula',
    [diameter, { ...spread, formula: 'range(d1' }],
    'items.1.formula',
    'at character 9',
    '第 9 个字符',
  ],
  [
    'an unknown function',
    [diameter, { ...spread, formula: 'd1 + sqr(d1)' }],
    'items.1.formula',
    'Unknown function at character 6',
    '函数不存在',
  ],
  ['an unknown item', [diameter, { ...spread, formula: 'range(d2)' }], 'items.1.formula', 'the code d2', '“d2”'],
  [
    'words in a formula',
    [diameter, { ...surface, type: 'text', code: 'lot', choices: [] }, { ...spread, formula: 'lot' }],
    'items.2.formula',
    'lot is not a number',
    '“lot”不是数值',
  ],
  [
    'a formula 33 deep',
    [diameter, { ...spread, formula: `${'('.repeat(33)}1${')'.repeat(33)}` }],
    'items.1.formula',
    'The formula has an error',
    '无法理解',
  ],
  [
    'a formula that comes to several figures',
    [
      { ...diameter, sampleSize: 5 },
      { ...spread, formula: 'd1 * 2' },
    ],
    'items.1.formula',
    'several numbers',
    '多个数',
  ],
  [
    'a formula of which only one way comes to several figures',
    [
      { ...diameter, sampleSize: 5 },
      { ...spread, formula: 'if(1 > 2, avg(d1), round(-d1, 1))' },
    ],
    'items.1.formula',
    'several numbers',
    '多个数',
  ],
  [
    'formulas that take all time together (S51)',
    [
      { ...diameter, sampleSize: 200 },
      ...[1, 2, 3].map((times) => ({
        ...spread,
        code: `long${times}`,
        formula: `avg(${Array.from({ length: 120 }, () => 'd1').join('+')}) * ${times}`,
      })),
    ],
    'items.3.formula',
    'too much computation',
    '计算量',
  ],
  [
    'samples without end (S51)',
    Array.from({ length: 11 }, (_, index) => ({ ...diameter, code: `d${index}`, sampleSize: 200 })),
    'items.10.sampleSize',
    '2000 samples',
    '2000 个',
  ],
  [
    'two that need each other',
    [
      { ...spread, code: 'a', formula: 'b' },
      { ...spread, code: 'b', formula: 'a + 1' },
    ],
    'items.1.formula',
    'refers to itself',
    '循环引用',
  ],
  [
    'one that shows when it is itself',
    [{ ...diameter, visibleWhen: 'd1 > 1' }],
    'items.0.visibleWhen',
    'refers to itself',
    '循环引用',
  ],
  ['required when nobody says', [{ ...diameter, required: 'when' }], 'items.0.requiredWhen', 'Required', '必填'],
  [
    'a condition that is none',
    [{ ...diameter, required: 'when', requiredWhen: '1 <' }],
    'items.0.requiredWhen',
    'at character 4',
    '第 4 个',
  ],
  [
    'a calculation taken twice',
    [diameter, { ...spread, sampleSize: 2 }],
    'items.1.sampleSize',
    'one sample',
    '一个样本',
  ],
]

describe('what a publication asks for beyond the shape of items (qc-domain 7.2, 3.2)', () => {
  test.each(faulty)('refused: %s', async (_, items, place, en, zh) => {
    const id = await create()
    expect((await save(id, items)).code).toBe(200) // a draft may be unfinished
    const before = await get(id)
    const answer = await publish(id)
    expect(answer).toMatchObject({ code: 400, errors: { [place]: expect.stringContaining(en) } })
    expect(answer.msg).toContain(place)
    const body = { changeNote: 'x', lockVersion: before.draft.lockVersion }
    const chinese = await engineer.send('POST', `${at}/${id}/publish`, { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors?.[place]).toContain(zh)
    expect(await get(id)).toEqual(before)
  })

  const noChoices = { choices: [] }
  test.each<[what: string, items: object[]]>([
    ['limits that touch each other', [{ ...diameter, lsl: '20', warnLow: '20.0', nominal: '20', usl: '20.000' }]],
    ['zeros beyond the decimals', [{ ...diameter, decimals: 2, lsl: '19.980', usl: '20.0200', nominal: '20.000' }]],
    ['a limit on one side', [{ ...diameter, lsl: null, nominal: null }]],
    [
      'no limit where nothing is to be judged',
      [{ ...diameter, severity: 'info', lsl: null, usl: null, nominal: null }],
    ],
    ['yes or no without options of its own', [{ ...surface, ...noChoices, type: 'boolean' }]],
    [
      'yes or no where yes is bad',
      [
        {
          ...surface,
          type: 'boolean',
          choices: [
            { code: '1', name: '漏气', judgement: 'NG' },
            { code: '0', name: '不漏', judgement: 'OK' },
          ],
        },
      ],
    ],
    [
      'words, a day and a note',
      ['text', 'date', 'note'].map((type) => ({ ...surface, ...noChoices, type, code: type })),
    ],
    [
      'shares finer than the decimals',
      [{ ...diameter, type: 'defectives', decimals: 2, lsl: null, nominal: null, usl: '0.0005' }],
    ],
    [
      'a formula of what stands below it, and conditions',
      [
        { ...spread, formula: 'if(face == 1, range(d1), 0)', visibleWhen: 'count(d1) > 1' },
        { ...diameter, required: 'when', requiredWhen: 'r1 > 0' },
        surface,
      ],
    ],
  ])('accepted: %s', async (_, items) => {
    const id = await create()
    await save(id, items)
    expect(await publish(id)).toMatchObject({ code: 200 })
  })

  test.each([
    ['1 + 2', 1],
    ['d + 1', 7],
    ['avg(d) + 1', 1],
    ['avg(d) + d', 7],
    ['if(s > 1, s, d)', 7],
    ['if(max(d) > 1, s, -s)', 1],
    ['count(d, s) ^ 2', 1],
    ['round(d, 2)', 7],
    ['sqrt(abs(s))', 1],
    ['range(if(d > 1, d, 0))', 1],
  ])('%s comes to %d figures, where d has seven samples and s one (qc-domain 3.2)', (text, size) => {
    const { formula } = parseFormula(text)
    expect(shapeOf(formula!, (code) => (code === 'd' ? 7 : 1)).size).toBe(size)
    const seven = [1, 2, 3, 4, 5, 6, 7]
    const { value } = evaluateFormula(
      formula!,
      new Map<string, FormulaValue>([
        ['d', seven],
        ['s', 4],
      ]),
    )
    expect(Array.isArray(value) ? value.length : 1).toBeLessThanOrEqual(size)
  })

  test('all that is wrong is told at once', async () => {
    const id = await create()
    await save(id, [
      { ...diameter, lsl: null, usl: null },
      { ...surface, choices: [] },
      { ...spread, formula: 'x', usl: '' },
    ])
    expect(Object.keys((await publish(id)).errors!)).toEqual([
      'items.0.lsl',
      'items.1.choices',
      'items.2.lsl',
      'items.2.formula',
    ])
  })

  test('a change note is asked for', async () => {
    const id = await create()
    await save(id, [diameter])
    expect(await publish(id, ' ')).toMatchObject({ code: 400, errors: { changeNote: 'Required' } })
  })
})
