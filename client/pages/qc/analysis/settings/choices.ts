import { fittingCharts } from '#shared/qc/analysis/kinds'
import { isCount } from '#shared/qc/constants'
import type { Spc } from '#shared/qc/analysis/schema'
import { countRules, RULES } from '#shared/spc/rules/figures'
import { sigmaMethodsFor, type ChartKind, type RuleId, type SigmaMethod } from '#shared/spc/charts/track'

/** There are no constants for the ranges of larger subgroups. */
const MOST_IN_RANGE = 25

type Of = Pick<Spc, 'item' | 'n' | 'chart'>

/** The charts that fit what the values are. */
export function chartsFor({ item: { type }, n }: Of): ChartKind[] {
  if (isCount(type)) return [...fittingCharts(type)]
  if (n <= 1) return ['imr', 'ewma', 'cusum']
  return [...(n <= MOST_IN_RANGE ? (['xbar-r'] as const) : []), 'xbar-s', 'imr', 'ewma', 'cusum']
}

/** How σ can be estimated within them; counts bring theirs along. */
export function sigmasFor(of: Of): SigmaMethod[] {
  if (isCount(of.item.type)) return []
  const fitting = sigmaMethodsFor(of.n <= 1 || of.chart === 'imr')
  return fitting.filter((method) => method !== 'rbar' || of.n <= MOST_IN_RANGE)
}

/** The rules that its chart can be tested for; averages and sums of neighbours have none. */
export function rulesFor(of: Of): readonly RuleId[] {
  if (of.chart === 'ewma' || of.chart === 'cusum') return []
  return isCount(of.item.type) ? countRules(RULES) : RULES
}
