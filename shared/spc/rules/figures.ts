import { NELSON_RULES, WESTERN_ELECTRIC_RULES, type RuleId } from '../charts/track'

/** In the order in which hits are listed. */
export const RULES: readonly RuleId[] = [...NELSON_RULES, ...WESTERN_ELECTRIC_RULES]

/** Few false alarms; an EWMA chart finds small shifts. */
export const DEFAULT_RULES: readonly RuleId[] = ['1', '2', '5']

/**
 * The one figure of each rule that may be set: of rule 1 how many σ, of rules 5 and 6 how many points out of one more,
 * of all others how many points in a row.
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

/** The most points that a rule looks back, whatever its figure. */
export const MOST_IN_A_ROW = 30

export type RuleFigures = Partial<Record<RuleId, number>>

export const figureOf = (rule: RuleId, figures: RuleFigures = {}): number => figures[rule] ?? RULE_FIGURES[rule]

/** How many σ from the centre line the limits are drawn: where rule 1 stops. */
export const limitSigmas = (figures: RuleFigures = {}): number => figures['1'] ?? figures.we1 ?? RULE_FIGURES['1']

/** Ranges and deviations are not normally distributed; counts have no zones. */
const OF_DISPERSION: ReadonlySet<RuleId> = new Set(['1', 'we1'])
const OF_COUNTS: ReadonlySet<RuleId> = new Set(['1', '2', '3', '4', 'we1', 'we4'])

/** Of the rules chosen those that a dispersion track, or a chart of counts, may be tested for. */
export const dispersionRules = (rules: readonly RuleId[]): RuleId[] => rules.filter((rule) => OF_DISPERSION.has(rule))
export const countRules = (rules: readonly RuleId[]): RuleId[] => rules.filter((rule) => OF_COUNTS.has(rule))
