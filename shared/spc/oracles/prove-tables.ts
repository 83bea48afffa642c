import type { JudgeMode } from '../../qc/constants'
import { roundHalfEven } from '../decimal'
import { evaluateFormula, parseFormula, type FormulaValue } from '../formula/formula'
import { gaugeStudy } from '../sampling/gauge'
import { enteredSample, type Entered, type JudgedItem } from '../sampling/sample'
import { AQLS, INSPECTION_LEVELS, samplingPlan } from '../sampling/sampling-plan'
import { readingsOf } from './data'
import type { OracleCase } from './oracle-case'
import { numberParam } from './params'
import type { Proofs } from './proofs'

/** The rows of a kind whose rows contain the expectations. The kind determines the fields of a row. */
const rowsOf = <Row>({ data }: OracleCase) => data.inline as readonly Row[]

type JudgedRow = {
  entered: string
  mode: JudgeMode
  decimals: number | null
  result: string
} & Record<'lsl' | 'usl' | 'warnLow' | 'warnHigh', string | null>

type RoundedRow = { value: string; decimals: number; rounded: string }

type FormulaTable = {
  items: Record<string, FormulaValue>
  cases: readonly { formula: string; expected: FormulaValue; error?: string }[]
}

type PlanRow = { lot: number; level: string; aql: string }

export const tableProofs: Proofs = {
  judgement(oracle) {
    const rows = rowsOf<JudgedRow>(oracle)
    return {
      expected: named(rows, 'entered', ({ result }) => result),
      computed: named(rows, 'entered', ({ entered: raw, mode, decimals, ...limits }) => {
        const item = { ...anyItem, ...limits, judgeMode: mode, decimals: decimals ?? 9 }
        const { gap, judgement } = enteredSample(item, 1, { ...anyEntry, raw })
        return gap === 'open' ? 'missing' : judgement
      }),
    }
  },

  rounding(oracle) {
    const rows = rowsOf<RoundedRow>(oracle)
    return {
      expected: named(rows, 'value', ({ rounded }) => rounded),
      computed: named(rows, 'value', ({ value, decimals }) => roundHalfEven(value, decimals)),
    }
  },

  formula({ data }) {
    const { items, cases } = data.inline as FormulaTable
    const scope = new Map(Object.entries(items))
    return {
      expected: named(cases, 'formula', ({ expected, error }) => ({ value: expected, error: error ?? null })),
      computed: named(cases, 'formula', ({ formula: text }) => {
        const { formula, fault } = parseFormula(text)
        const { value, error } = formula ? evaluateFormula(formula, scope) : { value: null, error: fault.kind }
        return { value, error: error ?? null }
      }),
    }
  },

  sampling(oracle) {
    const rows = rowsOf<PlanRow>(oracle)
    return {
      expected: rows,
      computed: rows.map(({ lot, level, aql }) => {
        const [knownLevel, knownAql] = [
          INSPECTION_LEVELS.find((candidate) => candidate === level),
          AQLS.find((candidate) => candidate === aql),
        ]
        const plan = knownLevel && knownAql && samplingPlan(lot, knownLevel, knownAql)
        return plan && { lot, level, aql, ...plan, full: plan.isFull }
      }),
    }
  },

  grr(oracle) {
    const { params } = oracle
    const study = gaugeStudy(readingsOf(oracle), {
      tolerance: numberParam(params, 'tolerance'),
      multiplier: numberParam(params, 'studyMultiplier'),
      alpha: numberParam(params, 'interactionAlpha'),
    })
    if (typeof study === 'string') return { computed: study }
    return {
      computed: {
        ...study,
        interactionKept: study.isInteractionKept,
        pctStudyVar: study.percentStudy,
        pctContribution: study.percentContribution,
        pctTolerance: study.percentTolerance,
        ndc: study.distinctCategories,
      },
    }
  },
}

/** The fields that a judgement case leaves open. */
const anyItem = {
  type: 'numeric',
  plausLow: null,
  plausHigh: null,
  required: 'always',
  severity: 'major',
  choices: [],
} as const satisfies Partial<JudgedItem>
const anyEntry: Entered = { itemKey: '', sampleNo: 1, state: 'present', raw: null, den: null, confirmed: false }

/** One entry per row, by its number and its text. */
const named = <Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  key: Key,
  of: (row: Row) => unknown,
) => Object.fromEntries(rows.map((row, index) => [`${index + 1}: ${row[key]}`, of(row)]))
