import { describe, expect, test } from 'bun:test'
import { text } from '#shared/i18n/catalogues'
import type { Locale, TextKey } from '#shared/i18n/text'
import type { Capability, Spc, SpcHit, SpcPoint } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import type { Signal } from '#shared/qc/signal'
import { decidingIndex, judgedBand } from '#shared/spc/capability/terms'
import { RULES } from '#shared/spc/rules/figures'
import { indexIn, spanOf as visibleSpan } from '../../client/pages/qc/analysis/control/visible-range'
import { linePath, stepPath } from '../../client/pages/qc/analysis/control/paths'
import { xAxisOf, yAxisOf } from '../../client/pages/qc/analysis/control/axes'
import { spreadLabels, withoutOverlaps } from '../../client/ui/chart/labels'
import { linear, roundFigures, spanOf, ticksIn } from '../../client/ui/chart/scale'
import { hitRuns } from '../../client/pages/qc/analysis/hit-runs'
import { chartNotes, conditionNotes } from '../../client/pages/qc/analysis/caveats'
import { businessDay } from '#shared/qc/day'
import { dayFrom, dayTo, rangeFrom } from '../../client/pages/qc/analysis/ranges'
import { chartLimitsText, pValueText, ppmText } from '../../client/pages/qc/analysis/tabs/figures'
import { machinesApart } from '../../client/pages/qc/analysis/limits/machines-apart'
import { correlationWords, hasMoved, isCorrelated, verdictWords } from '../../client/pages/qc/analysis/verdict-words'
import { figuresOf, rateText, valueFiguresOf } from '../../client/ui/qc/figures'
import { badgeOf } from '../../client/ui/chart/marks'
import { ruleTest, ruleWords } from '#shared/qc/analysis/rule-words'
import { signalFigures } from '../../client/ui/qc/signal/signal-figures'
import type { T } from '../../client/ui/useText'

const reads = (locale: Locale): T =>
  ((key: TextKey, values?: Record<string, string | number>) => text(locale, key, values)) as T

const hit = (change: Partial<SpcHit>): SpcHit => ({
  track: 'location',
  rule: '2',
  index: 8,
  members: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  side: 'upper',
  qcValueBaseId: 9,
  at: '2026-11-20T10:00:00Z',
  since: '2026-11-19T10:00:00Z',
  ...change,
})

/** As much of a chart as is put into words. */
const chart = (verdict: Partial<Spc['verdict']>, more: Partial<Spc> = {}): Spc => {
  const told: Spc['verdict'] = {
    isInControl: true,
    unknown: null,
    isLatest: true,
    noneFound: null,
    isTrial: false,
    phasePoints: 40,
    cpk: null,
    ppk: null,
    shift: null,
    capable: null,
    hitPoints: 0,
    openPoints: 0,
    latest: null,
    inForce: { chart: more.chart ?? 'imr', hitPoints: verdict.hitPoints ?? 0, latest: verdict.latest ?? null },
  }
  const none = { hits: [], phases: [], frozenFrom: null }
  const partly: Partial<Spc> = { chart: 'imr', total: 40, autocorrelation: 0.1, ...none, ...more }
  return { ...partly, verdict: { ...told, ...verdict } } as Spc // what is left out is not read
}

type Capable = NonNullable<Spc['verdict']['capable']>

/** Indices, and what they stand on: stable, enough and normal where nothing else is said. */
const indices = (
  [cpk, ppk]: [cpk: number, ppk: number],
  {
    percentilePpk = null,
    isOneOfSeveral = false,
    versionNos = [2],
    ...conditions
  }: Partial<Capable & Capable['conditions']> = {},
): Partial<Spc['verdict']> => {
  const terms = { isStable: true, amount: 'full' as const, isNormal: true, ...conditions }
  const deciding = decidingIndex({ cpk, ppk, percentilePpk }, terms)
  const band = judgedBand(deciding, terms)
  const of = { versionNo: 2, versionNos, n: 120, isOneOfSeveral }
  return { cpk, ppk, capable: { ...of, percentilePpk, deciding, band, conditions: terms } }
}
const day = (at: string) => at.slice(5, 10)

describe('the verdict is one sentence in plain words (7.6)', () => {
  test.each<[Partial<Spc['verdict']>, string]>([
    [{ ...indices([0.91, 0.9]), shift: 0.42 }, '过程受控；能力不足：Cpk 0.91、Ppk 0.90；均值高于目标 0.4 σ。'],
    [{ ...indices([1.4, 1.33]), shift: -0.02 }, '过程受控；能力充足：Cpk 1.40、Ppk 1.33；均值与目标一致。'],
    // the worse of both is what it comes to, and two digits never lie in another band than the index
    [indices([1.7, 1.328]), '过程受控；能力尚可：Cpk 1.70、Ppk 1.32。'],
    [indices([1.1, 0.997]), '过程受控；能力不足：Cpk 1.10、Ppk 0.99。'],
    // out of control, indices promise nothing
    [
      { isInControl: false, hitPoints: 3, openPoints: 3, ...indices([1.7, 0.95], { isStable: false }), shift: -1 },
      '过程失控：3 个点违反判异准则；过程未受控，能力指数仅供参考：Cpk 1.70、Ppk 0.95；均值低于目标 1.0 σ。',
    ],
    [
      { isInControl: false, hitPoints: 45, openPoints: 3, latest: hit({}) },
      '过程失控：本阶段 3 个点违反判异准则且未查明原因，期内共 45 个点。',
    ],
    [
      { isInControl: false, hitPoints: 1450, openPoints: 1260, latest: hit({}) },
      '过程失控：本阶段 1,260 个点违反判异准则且未查明原因，期内共 1,450 个点。',
    ],
    // what was settled does not stand for ever
    [
      { hitPoints: 45, latest: hit({}), ...indices([1.7, 0.95], { isStable: false }) },
      '目前受控；期内曾有 45 个点违反判异准则，最近 11-20；期内曾失控，能力指数仅供参考：Cpk 1.70、Ppk 0.95。',
    ],
    [{ isLatest: false, hitPoints: 1, latest: hit({}) }, '期末受控；期内曾有 1 个点违反判异准则，最近 11-20。'],
    [indices([1.7, 1.6], { isStable: false }), '过程受控；有未处理信号，能力指数仅供参考：Cpk 1.70、Ppk 1.60。'],
    [
      indices([2.23, 1.9], { isNormal: false, percentilePpk: 1.14 }),
      '过程受控；分布非正态，能力以百分位法为准：Cpk 2.23、百分位法 Ppk 1.14。',
    ],
    [indices([1.5, 1.5], { isOneOfSeveral: true }), '过程受控；能力充足：Cpk 1.50、Ppk 1.50 (仅 V2 的 120 个值)。'],
    [
      indices([1.5, 1.5], { isOneOfSeveral: true, versionNos: [1, 3] }),
      '过程受控；能力充足：Cpk 1.50、Ppk 1.50 (仅 V1, V3 的 120 个值)。',
    ],
    // three values say nothing of capability
    [{ ...indices([1.5, 1.5], { amount: 'indicative' }), shift: 2 }, '过程受控。'],
    [{ isInControl: null, unknown: 'few' }, '数据不足，无法判断是否受控。'],
    [
      { isInControl: null, unknown: 'scoped', ...indices([1.5, 1.5], { isStable: null }) },
      '只含可见的记录，不判断过程是否受控；能力指数只按可见的记录：Cpk 1.50、Ppk 1.50。',
    ],
    [
      { isInControl: null, unknown: 'scoped', hitPoints: 2, ...indices([1.5, 1.4], { isStable: false }) },
      '只含可见的记录，不判断过程是否受控；能力指数只按可见的记录：Cpk 1.50、Ppk 1.40。',
    ],
    // σ of 0 (T1)
    [
      { isInControl: null, unknown: 'sigmaZero' },
      '组内的值或前后的值没有差异 (σ = 0)，画不出控制限：量具分辨力不足，或过程没有变化。',
    ],
    [
      {
        isInControl: null,
        unknown: 'noneFound',
        noneFound: { of: 'defectives', samples: 60, size: 6000, bound: 0.00049916 },
      },
      '60 批共检 6,000 件，未发现不合格品；不合格品率的 95 % 置信上限为 0.05 %。',
    ],
    [
      {
        isInControl: null,
        unknown: 'noneFound',
        noneFound: { of: 'defects', samples: 60, size: 30, bound: 0.0998577 },
      },
      '60 个样本共检 30 个单位，未发现缺陷；每单位缺陷数的 95 % 置信上限为 0.1。',
    ],
    [
      { isInControl: false, unknown: 'overdispersed', hitPoints: 3, openPoints: 3 },
      '按普通控制限过程失控：3 个点违反判异准则；但样本之间的差异超出计数的随机波动，请先看 Laney 图。',
    ],
    [{ isInControl: null, unknown: 'overdispersed' }, '样本之间的差异超出计数的随机波动，普通控制限不能判断是否受控。'],
  ])('%o', (verdict, sentence) => {
    expect(verdictWords(chart(verdict), reads('zh'), day)).toBe(sentence)
  })

  test('thousands stand apart in the sentences of the tabs as they do in the verdict', () => {
    const capability = { n: 1260, subgroups: 1260, conditions: { isStable: true, amount: 'full', isNormal: true } }
    const [, amount] = conditionNotes(capability as Capability, 0, reads('en')) // what is left out is not read
    expect(amount).toContain('1,260 values in 1,260 subgroups')
  })

  test.each([
    ['a broken rule', false, 0, /^Rules were broken in the range: /],
    ['open signals', false, 2, /^2 open signals: /],
    ['neither', true, 0, /^No rule was broken in the range, and no signal is open/],
  ] as const)('the paper tells what speaks against a stable process: %s', (_, isStable, openSignals, words) => {
    const capability = { n: 120, subgroups: 30, conditions: { isStable, amount: 'full', isNormal: true } }
    const [stable] = conditionNotes(capability as Capability, openSignals, reads('en')) // what is left out is not read
    expect(stable).toMatch(words)
  })

  test('in English too, the words of the specification', () => {
    const sentence = 'The process is in control; not capable: Cpk 0.91, Ppk 0.90; mean 0.4 σ above target.'
    expect(verdictWords(chart({ ...indices([0.91, 0.9]), shift: 0.4 }), reads('en'), day)).toBe(sentence)
  })

  test.each([
    ['imr', 0.4, true],
    ['imr', -0.64, true],
    ['imr', 0.39, false],
    ['imr', null, false],
    ['ewma', 0.9, false], // neighbours are alike by its making
  ] as const)('%s with a correlation of %p: %p', (kind, autocorrelation, isTold) => {
    expect(isCorrelated(chart({}, { chart: kind, autocorrelation }))).toBe(isTold)
  })

  test.each([
    [0.64, '相邻点彼此相关 (r = 0.64)', '趋势或周期'],
    [-0.58, '相邻点一高一低交替 (r = -0.58)', '两个来源'],
  ])(
    'a correlation of %p names its cause: what alternates comes from two streams (T3)',
    (autocorrelation, says, cause) => {
      const words = correlationWords(chart({}, { autocorrelation }), reads('zh'))
      expect(words).toStartWith(says)
      expect(words).toContain(cause)
      expect(words.includes('趋势')).toBe(autocorrelation > 0)
    },
  )

  test('after eight runs on one side of frozen limits, and not before, a new phase is offered (2.8)', () => {
    const phase = {
      firstIndex: 0,
      lastIndex: 39,
      from: '',
      limitSetId: 1,
      isFrozen: true,
      chart: 'imr' as const,
      center: 1,
      sigma: 1,
      rules: ['2' as const],
      reason: null,
    }
    const runs = (count: number) => Array.from({ length: count }, (_, index) => hit({ index: index + 8 }))
    expect(hasMoved(chart({}, { hits: runs(8), phases: [phase] }))).toBe(true)
    expect(hasMoved(chart({}, { hits: runs(7), phases: [phase] }))).toBe(false)
    expect(hasMoved(chart({}, { hits: runs(8), phases: [{ ...phase, isFrozen: false }] }))).toBe(false)
  })
})

describe('the notes below a chart of counts say why the Laney chart is offered', () => {
  const notesOf = (offerReason: Spc['offerReason']) => {
    const more: Partial<Spc> = { isComplete: true, isScoped: false, offerReason, undrawn: [], rules: [] }
    return chartNotes(chart({}, { chart: 'p', ...more }), { sets: [], machines: [] }, reads('en'), String, 'UTC')
  }
  const differ = 'Samples differ by more than chance: the usual limits are too narrow.'
  const isLarge = 'Samples are large, more than 1,000 on average: the Laney chart is available.'
  test.each([
    ['overdispersed', [differ]],
    ['large_samples', [isLarge]],
  ] as const)('%s', (reason, notes) =>
    expect(notesOf(reason).filter((note) => note.startsWith('Samples'))).toEqual([...notes]),
  )
})

describe('limits that test no shown point yet are told instead of trial limits', () => {
  const notesOf = (frozenFrom: string | null, verdict: Partial<Spc['verdict']> = {}) => {
    const points = [{ at: '2026-05-02T00:00:00.000Z' }] as Spc['points'] // no more is read
    const more = { points, isComplete: true, isScoped: false, offerReason: null, undrawn: [], rules: [] }
    const told = chart(verdict, { ...more, frozenFrom })
    return chartNotes(told, { sets: [], machines: [] }, reads('en'), (at) => String(at).slice(0, 10), 'UTC')
      .filter((note) => /^Trial|^Limits/.test(note))
      .map((note) => note.replace(/:.*/, ''))
  }
  const older = 'Limits frozen from 2026-05-03 on; the points shown are older.'
  test.each<[what: string, notes: string[], expected: string[]]>([
    ['none are in force', notesOf(null), ['Trial limits']],
    ['they begin after the shown points', notesOf('2026-05-03T00:00:00.000Z'), [older]],
    [
      'later points are of machines with their own',
      notesOf('2026-05-01T00:00:00.000Z'),
      ['Limits frozen from 2026-05-01 on; the points shown since then are of machines with limits of their own.'],
    ],
    [
      'the shown points are too few for a judgement',
      notesOf('2026-05-03T00:00:00.000Z', { isTrial: true, phasePoints: 3 }),
      ['Trial limits', older],
    ],
  ])('%s', (_, notes, expected) => expect(notes).toEqual(expected))
})

describe('the notes below a chart that leaves the page name its rules', () => {
  const phase = (from: string, rules: Spc['rules']) =>
    ({ from, rules, chart: 'imr', limitSetId: null, isFrozen: false }) as Spc['phases'][number] // no more is read
  const notesOf = (phases: Spc['phases']) => {
    const more = {
      phases,
      rules: phases.at(-1)!.rules,
      isComplete: true,
      isScoped: false,
      offerReason: null,
      undrawn: [],
    }
    const notes = chartNotes(chart({}, more), { sets: [], machines: [] }, reads('en'), String, 'UTC')
    return notes.filter((note) => note.startsWith('Rules'))
  }
  test.each<[what: string, phases: Spc['phases'], notes: string[]]>([
    [
      'once where all phases have the same',
      [phase('A', ['1', '5']), phase('B', ['1', '5'])],
      ['Rules: Nelson 1, Nelson 5'],
    ],
    [
      'of each phase where they differ',
      [phase('A', ['1', '5']), phase('B', ['1', '5']), phase('C', ['1'])],
      ['Rules from A: Nelson 1, Nelson 5', 'Rules from C: Nelson 1'],
    ],
    [
      'none where no rule is tested',
      [phase('A', []), phase('B', ['2'])],
      ['Rules from A: none', 'Rules from B: Nelson 2'],
    ],
  ])('%s', (_, phases, notes) => expect(notesOf(phases)).toEqual(notes))
})

describe('broken rules in words (2.7)', () => {
  test.each(RULES)('%s says since when, on which side, and where to look, in both languages', (rule) => {
    for (const locale of ['zh', 'en'] as const) {
      const said = (['upper', 'lower'] as const).map((side) =>
        ruleWords(reads(locale), hit({ rule, side }), '11-19 10:00', 'xbar-r'),
      )
      for (const words of said) expect(words).toMatch(/^[^{}]*11-19 10:00[^{}]*(。.*查.*。|\. Check .*\.)$/)
      expect(said[0] === said[1]).toBe(rule === '4' || rule === '7' || rule === '8')
      expect(ruleTest(reads(locale), rule)).not.toContain('{')
    }
  })

  test.each([
    ['imr', '前一个值'],
    ['xbar-r', '组内波动'],
  ] as const)('what breaks below the chart %s is told as %s, not as a mean', (kind, word) => {
    const words = ruleWords(reads('zh'), hit({ rule: '1', track: 'dispersion' }), '11-19 10:00', kind)
    expect(words).toBe(
      reads('zh')(`qcSignal.rule.${kind === 'imr' ? 'jump' : 'spread'}.upper`, { time: '11-19 10:00' }),
    )
    expect(words).toContain(word)
  })

  test.each(['1', '2', '3', 'we1', 'we4'] as const)(
    'fewer defects than the limits allow (%s) are an improvement or were missed, never a fault to mend',
    (rule) => {
      const said = (kind: 'p' | 'u' | 'imr', side: 'upper' | 'lower') =>
        ruleWords(reads('zh'), hit({ rule, side }), '11-19 10:00', kind)
      for (const kind of ['p', 'u'] as const) {
        expect(said(kind, 'lower')).toMatch(/11-19 10:00.*。.*查.*改进、能否保持。$/)
        expect(said(kind, 'upper')).not.toContain('改进')
      }
      expect(said('imr', 'lower')).not.toContain('改进')
      const english = ruleWords(reads('en'), hit({ rule, side: 'lower' }), '11-19 10:00', 'p')
      expect(english).toMatch(/11-19 10:00.*\. Check .* can be kept\.$/)
    },
  )

  test('points that go on with a pattern are one finding, the latest first', () => {
    const run = [8, 9, 10].map((index) => hit({ index, members: Array.from({ length: 9 }, (_, at) => index - 8 + at) }))
    const alone = hit({ rule: '1', index: 30, members: [30] })
    const found = hitRuns({ hits: [...run, alone] })
    expect(found.map(({ rule, first, last, members }) => [rule, first, last, members.length])).toEqual([
      ['1', 30, 30, 1],
      ['2', 8, 10, 11],
    ])
  })

  test.each([
    ['5', '几乎连续的 3 点高出中心线 2σ 以上', '3 points almost in a row are more than 2σ above'],
    ['we2', '几乎连续的 3 点高出中心线 2σ 以上', '3 points almost in a row are more than 2σ above'],
    ['6', '几乎连续的 3 点高出中心线 1σ 以上', '3 points almost in a row are more than 1σ above'],
    ['we3', '几乎连续的 3 点高出中心线 1σ 以上', '3 points almost in a row are more than 1σ above'],
  ] as const)('the points of a run of hits of rule %s are not counted as of one pattern', (rule, zh, en) => {
    // three points, one that is not beyond the line before the last
    const hits = [hit({ rule, index: 1, members: [0, 1] }), hit({ rule, index: 3, members: [1, 3] })]
    const [run, ...others] = hitRuns({ hits })
    expect(others).toEqual([])
    for (const [locale, words] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      expect(ruleWords(reads(locale), run!, '11-19 10:00', 'imr')).toStartWith(words)
      const one = ruleWords(reads(locale), hits[0]!, '11-19 10:00', 'imr')
      expect(one).toStartWith(words.replace('3', '2'))
    }
  })

  test.each([
    ['the next point', 1, 1],
    ['the second point after it', 2, 2],
    ['the third', 3, 2],
    ['the fourth', 4, 2],
  ])('a rule that is broken again at %s: %p further, %p findings', (_, further, findings) => {
    const hits = [20, 20 + further].map((index) => hit({ rule: '1', index, members: [index] }))
    expect(hitRuns({ hits })).toHaveLength(findings)
  })
})

describe('figures are written as their chart is read', () => {
  const asked = { decimals: 2, unit: 'mm' }
  test.each([
    ['xbar-r', 10.12345, '10.123', 'mm'],
    ['imr', -0.00001, '0.000', 'mm'],
    ['p', 0.08124, '8.12 %', ''],
    ['laney-p', 0, '0 %', ''],
    ['np', 3, '3', ''],
    ['np', 3.25, '3.2', ''],
    ['np', 3.35, '3.4', ''],
    ['imr', 1.005, '1.005', 'mm'],
    ['imr', 1.0005, '1.000', 'mm'],
    ['imr', (3.7 + 3.601) / 2, '3.650', 'mm'], // as a double a little more than that
    ['imr', -1.0015, '-1.002', 'mm'],
    ['cusum', 0.125, '0.12', 'σ'],
    ['imr', 1e-7, '0.000', 'mm'],
    ['imr', 123456789012, '123456789012.000', 'mm'],
    ['imr', 1.5e21, '1.5e+21', 'mm'],
    ['imr', -1e300, '-1e+300', 'mm'],
    ['u', 0.1234, '0.123', ''],
    ['cusum', 5.4321, '5.43', 'σ'],
    ['p', null, '-', ''],
    // counts at the level of parts per million keep three digits
    ['p', 0.001, '0.10 %', ''],
    ['p', 0.00003, '0.00300 %', ''],
    ['p', 0.0000821, '0.00821 %', ''],
    ['laney-p', 0.0009996, '0.1000 %', ''],
    ['u', 0.0512, '0.051', ''],
    ['u', 0.01, '0.010', ''],
    ['u', 0.00003, '0.0000300', ''],
    ['laney-u', 0.0000821, '0.0000821', ''],
    ['laney-u', 0, '0', ''],
    ['c', 0.0421, '0.0421', ''],
    ['u', 3e-13, '0.000000000000', ''],
  ] as const)('%s of %p: %s %s', (kind, value, text, unit) => {
    const figures = figuresOf(kind, asked)
    expect([figures.write(value), figures.unit]).toEqual([text, unit])
  })

  test.each([
    ['defectives', '8.12 %', '2.5 %'],
    ['defects', '0.081', '0.025'],
    ['numeric', '0.081', '0.025'],
  ] as const)('values of %s side by side: %s, and a round one %s', (type, text, round) => {
    const figures = valueFiguresOf({ ...asked, type })
    expect([figures.write(0.08124), figures.round(0.025, '0.025')]).toEqual([text, round])
  })

  test.each([
    [0.02, 4, '0.0200'],
    [0.02, 6, '0.020000'],
    [0.00002, 4, '0.0000200'],
    [0, 4, '0.0000'],
  ])('a rate of %d with %i decimals is written %s', (rate, decimals, text) => {
    expect(rateText(rate, decimals)).toBe(text)
  })

  test('an axis of shares has round parts per million', () => {
    const { round } = figuresOf('p', asked)
    expect([0.05, 0.000025, 0.0000005, 0.1 + 0.2].map((share) => round(share, ''))).toEqual([
      '5 %',
      '0.0025 %',
      '0.00005 %',
      '30 %',
    ])
  })

  const point = (center: number, lcl: number, ucl: number) => ({ mean: center, center, lcl, ucl }) as SpcPoint // no more is read
  test.each<
    [kind: Spc['chart'], points: SpcPoint[], specification: Partial<Spc['specifications'][number]>, text: string]
  >([
    [
      'imr',
      [point(1000000000.25, 999999999.834, 1000000000.6655685)],
      { lsl: 999999999.5, nominal: 1000000000.1, usl: 1000000001 },
      'LCL 999999999.834 · CL 1000000000.250 · UCL 1000000000.666 · LSL 999999999.5 · Target 1000000000.1 · USL 1000000001',
    ],
    [
      'p',
      [point(0.0412, 0, 0.0625)],
      { lsl: null, nominal: null, usl: 0.05 },
      'LCL 0 % · CL 4.12 % · UCL 6.25 % · USL 5 %',
    ],
    [
      'u',
      [point(0.00003, 0, 0.0000821)],
      { lsl: null, nominal: null, usl: 0.01 },
      'LCL 0 · CL 0.0000300 · UCL 0.0000821 · USL 0.01',
    ],
    ['imr', [], {}, ''],
  ])('the heading of a picture of %s has the limits as the chart shows them', (kind, points, specification, text) => {
    const specifications = [specification as Spc['specifications'][number]]
    const spc = { chart: kind, item: asked, points, specifications } as unknown as Spc // no more is read
    expect(chartLimitsText(reads('en'), spc)).toBe(text)
  })

  test('a signal of a p chart says shares, not pieces', () => {
    const told = { chart: 'p', decimals: 0, unit: '件', stat: 0.0812, lcl: 0, ucl: 0.05 }
    expect(signalFigures(reads('zh'), told as Signal)).toBe('8.12 %，控制限 0 % ～ 5.00 %') // no more is read
    const rare = { ...told, stat: 0.0001, ucl: 0.0000821 }
    expect(signalFigures(reads('zh'), rare as Signal)).toBe('0.0100 %，控制限 0 % ～ 0.00821 %')
  })

  test.each([
    [0, '0'],
    [0.0004, '< 0.001'],
    [0.012345, '0.0123'],
    [31.25, '31.2'], // half to even (qc-domain 3.1)
    [312.5, '312'],
    [1_234_567.8, '1,234,568'],
  ])('%d parts per million are written %s', (value, text) => expect(ppmText(value)).toBe(text))

  test.each([
    [0.0004, 'p < 0.005'],
    [0.0125, 'p = 0.012'],
    [0.2, 'p = 0.200'],
    // what stands beside it is by p < 0.05
    [0.0494, 'p = 0.049'],
    [0.0497, 'p = 0.049'],
    [0.049_999_999, 'p = 0.049'],
    [0.05, 'p = 0.050'],
    [0.0503, 'p = 0.050'],
  ])('a p-value of %d is written %s', (p, text) => expect(pValueText(p)).toBe(text))

  test('rules stand beside a point in short', () => {
    expect(badgeOf(['1', 'we4'])).toBe('1·W4')
  })
})

describe('ranges begin by the clock of the product line', () => {
  const shifts = [
    { shiftId: 1, code: 'D', name: '早班', nameEn: 'Day', startMin: 480, endMin: 960 },
    { shiftId: 2, code: 'N', name: '夜班', nameEn: 'Night', startMin: 1320, endMin: 360 },
  ]
  const clock = { tz: 'Asia/Shanghai', dayStartMin: 480, shifts }
  test.each([
    ['shift', '2026-11-20T10:00:00+08:00', '2026-11-20T08:00:00+08:00'],
    ['shift', '2026-11-20T02:00:00+08:00', '2026-11-19T22:00:00+08:00'], // over midnight
    ['shift', '2026-11-20T18:00:00+08:00', '2026-11-20T08:00:00+08:00'], // between shifts: the day
    ['day', '2026-11-20T02:00:00+08:00', '2026-11-19T08:00:00+08:00'],
    ['7', '2026-11-20T10:00:00+08:00', '2026-11-14T08:00:00+08:00'],
  ] as const)('%s at %s begins at %s', (name, now, began) => {
    expect(Date.parse(rangeFrom(name, Date.parse(now), clock))).toBe(Date.parse(began))
  })

  // Berlin: summer time from 2026-03-29 01:00Z to 2026-10-25 01:00Z. Instants by `TZ=Europe/Berlin date -ud`.
  const berlin = { tz: 'Europe/Berlin', dayStartMin: 0, shifts: [] }
  const early = { ...berlin, dayStartMin: 360, shifts: [{ ...shifts[0]!, startMin: 360 }, shifts[1]!] }
  test.each([
    ['30', '2026-04-05T10:00:00Z', berlin, '2026-03-06T23:00:00.000Z'], // 7 March 00:00, 30 days with 5 April
    ['30', '2026-11-10T10:00:00Z', berlin, '2026-10-11T22:00:00.000Z'], // 12 October 00:00
    ['day', '2026-03-29T10:00:00Z', early, '2026-03-29T04:00:00.000Z'], // 06:00, five hours after midnight
    ['day', '2026-10-25T10:00:00Z', early, '2026-10-25T05:00:00.000Z'], // 06:00, seven hours after midnight
    ['shift', '2026-03-29T02:00:00Z', early, '2026-03-28T21:00:00.000Z'], // the night before began at 22:00
    ['shift', '2026-10-25T03:30:00Z', early, '2026-10-24T20:00:00.000Z'],
  ] as const)('%s at %s counts days of the calendar where the clock is changed', (name, now, zone, began) => {
    expect(rangeFrom(name, Date.parse(now), zone)).toBe(began)
  })

  test.each([
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z', berlin], // 25 hours
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', berlin], // 23 hours
    ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.999Z', berlin],
    ['2026-10-24', '2026-10-24T04:00:00.000Z', '2026-10-25T04:59:59.999Z', early], // from 06:00 to 06:00
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z', clock], // from 08:00 to 08:00
  ])('the business day %s lasts from %s to %s (qc-domain 2.10)', (day, from, to, zone) => {
    expect([dayFrom(day, zone), dayTo(day, zone)]).toEqual([from, to])
    expect(businessDay(Date.parse(from), zone)).toBe(day)
    expect(businessDay(Date.parse(to), zone)).toBe(day)
  })
})

describe('lines of the chart', () => {
  const values = [1, 2, null, 3, 4]
  const points = values.map((mean, index) => ({ index, mean, ucl: index < 3 ? 5 : 6 }) as SpcPoint) // no more is read
  const across = xAxisOf(points, [0, 4], 50, { left: 0, right: 0, top: 0, bottom: 0 })
  const up = { y: (value: number) => value, low: 0, high: 9, ticks: [], top: 0, height: 9 }

  test('the line breaks at gaps, and where a phase begins', () => {
    expect(linePath(across, up, ({ mean }) => mean, new Set([4]))).toBe('M5 1L15 2M35 3M45 4')
  })

  test('limits step half-way between points', () => {
    expect(stepPath(across, up, ({ ucl }) => ucl)).toBe('M0 5H10H20H30V6H40H50')
  })

  test.each([
    [0, 0],
    [19, 1],
    [21, 2],
    [500, 4],
  ])('at %d pixels the nearest point is number %d', (x, index) => {
    expect(across.indexAt(x)).toBe(index)
  })

  test('ticks are round, labels do not lie on each other', () => {
    expect(roundFigures(9.97, 10.24, 5).map((tick) => tick.toFixed(2))).toEqual(['10.00', '10.10', '10.20'])
    expect(spreadLabels([{ y: 10 }, { y: 12 }, { y: 40 }], 14).map(({ y }) => y)).toEqual([4, 18, 40])
  })

  test.each([
    ['those that touch are left out', [0, 50, 80, 180], [0, 80, 180]],
    ['the last stands, not the one before it', [0, 100, 150], [0, 150]],
    ['the last alone, where there is no room for two', [0, 40], [40]],
    ['none', [], []],
  ])('of texts on a line 70 wide each, 5 apart: %s', (_, begins, expected) => {
    const labels = begins.map((begin) => ({ begin, end: begin + 70 }))
    expect(withoutOverlaps(labels, 5).map(({ begin }) => begin)).toEqual(expected)
  })

  test.each([
    [[1, 3, null, undefined, Infinity], 0.1, [0.8, 3.2]],
    [[5, 5], 0.1, [4.95, 5.05]], // all alike: a tenth of what they are
    [[0], 0.1, [-0.1, 0.1]],
    [[], 0.1, [0, 1]],
  ])('%p with room of %d span %p', (numbers, room, [low, high]) => {
    const [from, to] = spanOf(numbers, room)
    expect(from).toBeCloseTo(low!, 9)
    expect(to).toBeCloseTo(high!, 9)
  })

  test.each([
    [[0, 1], 4, ['0.0', '0.5', '1.0']],
    [[-0.02, 0.02], 4, ['-0.02', '-0.01', '0.00', '0.01', '0.02']],
    [[0, 250], 5, ['0', '50', '100', '150', '200', '250']],
    [[5.44, 5.56], 2, ['5.5']], // one alone is not rounded away either
    [[2, 2], 5, []],
  ] as const)('the ticks of %p, about %d: %p', (span, about, texts) => {
    expect(ticksIn(span, about).map(({ text }) => text)).toEqual([...texts])
  })

  test('a track as low as on a phone, whose axis has room for one figure, has it written whole', () => {
    expect(yAxisOf([5.46, 5.54], 0, 208).ticks).toEqual([{ value: 5.5, text: '5.50' }])
  })

  test('a span is laid upon pixels, from the bottom up where it is upright', () => {
    expect([0, 5, 10].map(linear([0, 10], [100, 0]))).toEqual([100, 50, 0])
    expect(linear([3, 3], [0, 50])(3)).toBe(0) // no span: all at one end, and no NaN
  })
})

describe('what is looked at stays so in another answer', () => {
  const point = (qcValueBaseId: number, index: number, mean: number) =>
    ({ qcValueBaseId, index, mean, at: `2026-11-2${qcValueBaseId}T10:00:00.000Z` }) as SpcPoint // no more is looked at
  const of = [point(1, 0, 5), point(2, 1, 6), point(2, 2, 7), point(4, 3, 8)]

  test.each([
    ['the same point', point(2, 2, 7), 2],
    ['of its record, the one of its value, where numbers are others', point(2, 12, 7), 2],
    ['of its record, the first, where its value was corrected', point(2, 12, 9), 1],
    ['none where its record is not there', point(3, 1, 6), -1],
  ])('a point: %s', (_, kept, index) => {
    expect(indexIn(of, kept)).toBe(index)
  })

  test.each([
    ['all where nothing is narrowed', undefined, [0, 3]],
    ['from one to the other', [point(1, 10, 5), point(2, 12, 7)], [0, 2]],
    ['what lies between, where they are not there', [point(2, 1, 6), point(3, 9, 1)], [1, 2]],
    ['all where nothing lies between', [point(8, 1, 6), point(9, 2, 6)], [0, 3]],
  ] as const)('a part: %s', (_, shown, span) => {
    expect(visibleSpan(of, shown)).toEqual([...span] as [number, number])
  })
})

describe('a chart of all machines names those with limits of their own (7.6)', () => {
  const point = (at: string) => ({ at }) as SpcPoint // only when it was counts
  const points = [point('2026-11-10T08:00:00.000Z'), point('2026-11-20T08:00:00.000Z')]
  const set = (name: string | null, validFrom: string, validTo: string | null = null) => {
    const partly: Partial<LimitSet> = {
      equipmentName: name,
      equipmentNameEn: name && `Coater ${name}`,
      validFrom,
      validTo,
    }
    return partly as LimitSet // what is left out is not read
  }
  const line = set(null, '2026-01-01T00:00:00.000Z')
  const own = set('M2', '2026-11-15T00:00:00.000Z')
  test.each<[what: string, sets: LimitSet[], equipmentId: number | undefined, named: string[]]>([
    ['limits of the line alone', [line], undefined, []],
    ['limits of a machine that began in its time', [line, own], undefined, ['Coater M2']],
    ['the same twice in a row', [own, set('M2', '2026-11-01T00:00:00.000Z', own.validFrom)], undefined, ['Coater M2']],
    ['limits that ended before it', [set('M2', '2026-01-01T00:00:00.000Z', '2026-11-09T00:00:00.000Z')], undefined, []],
    ['limits that begin after it', [set('M2', '2026-11-21T00:00:00.000Z')], undefined, []],
    ['that machine alone looked at', [line, own], 7, []],
  ])('%s', (_, sets, equipmentId, named) => {
    expect(machinesApart({ points }, sets, equipmentId, 'en')).toEqual(named)
  })
})
