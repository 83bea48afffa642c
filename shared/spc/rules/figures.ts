import { NELSON_RULES, WESTERN_ELECTRIC_RULES, type RuleId } from '../charts/track'

/** In the order of hits in lists. */
export const RULES: readonly RuleId[] = [...NELSON_RULES, ...WESTERN_ELECTRIC_RULES]

/** These rules cause few false alarms. An EWMA chart finds small shifts. */
export const DEFAULT_RULES: readonly RuleId[] = ['1', '2', '5']

/**
 * The only adjustable figure of each rule. Rule 1: the number of σ. Rules 5 and 6: the number of points out of one
 * more. All others: the number of points in a row.
 */
const RULE_FIGURES = {
  '1': 3,
  '2': 9,
  '3': 6,
  '4': 14,
  '5': 2,
  '6': 4,
  '7': 15,
  '8': 8,
  we1: 3,
  we2: 2,
  we3: 4,
  we4: 8,
} as const satisfies Record<RuleId, number>

/** The maximum number of points that any rule looks back. */
export const MOST_IN_A_ROW = 30

export type RuleFigures = Partial<Record<RuleId, number>>

export const figureOf = (rule: RuleId, figures: RuleFigures = {}): number => figures[rule] ?? RULE_FIGURES[rule]

/** The distance of the limits from the centre line in σ: the limit of rule 1. */
export const limitSigmas = (figures: RuleFigures = {}): number => figures['1'] ?? figures.we1 ?? RULE_FIGURES['1']

/** Ranges and deviations are not normally distributed; counts have no zones. */
const OF_DISPERSION: ReadonlySet<RuleId> = new Set(['1', 'we1'])
const OF_COUNTS: ReadonlySet<RuleId> = new Set(['1', '2', '3', '4', 'we1', 'we4'])

/** The chosen rules that apply to a dispersion track, or to a chart of counts. */
export const dispersionRules = (rules: readonly RuleId[]): RuleId[] => rules.filter((rule) => OF_DISPERSION.has(rule))
export const countRules = (rules: readonly RuleId[]): RuleId[] => rules.filter((rule) => OF_COUNTS.has(rule))
