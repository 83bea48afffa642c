import { fittingCharts } from '#shared/qc/analysis/kinds'
import { isCount } from '#shared/qc/constants'
import type { Spc } from '#shared/qc/analysis/schema'
import { countRules, RULES } from '#shared/spc/rules/figures'
import { sigmaMethodsFor, type ChartKind, type RuleId, type SigmaMethod } from '#shared/spc/charts/track'
import { hasRunRules } from '../verdict-words'

/** The control chart constants for ranges end at this subgroup size. */
const MAX_RANGE_SIZE = 25

type Charted = Pick<Spc, 'item' | 'n' | 'chart'>

/** The charts that fit the values. */
export function chartsFor({ item: { type }, n }: Charted): ChartKind[] {
  if (isCount(type)) return [...fittingCharts(type)]
  if (n <= 1) return ['imr', 'ewma', 'cusum']
  return [...(n <= MAX_RANGE_SIZE ? (['xbar-r'] as const) : []), 'xbar-s', 'imr', 'ewma', 'cusum']
}

/** The methods that estimate short-term σ; none for counts, whose σ follows from their distribution. */
export function sigmasFor({ item: { type }, n, chart }: Charted): SigmaMethod[] {
  if (isCount(type)) return []
  return sigmaMethodsFor(n <= 1 || chart === 'imr').filter((method) => method !== 'rbar' || n <= MAX_RANGE_SIZE)
}

/** The rules that can test the points of the chart. */
export function rulesFor(spc: Charted): readonly RuleId[] {
  if (!hasRunRules(spc)) return []
  return isCount(spc.item.type) ? countRules(RULES) : RULES
}
