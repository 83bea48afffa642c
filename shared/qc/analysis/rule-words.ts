import type { T } from '../../i18n/text'
import { isCountedKind, type ChartKind, type RuleId, type Side } from '../../spc/charts/track'
import { figureOf } from '../../spc/rules/figures'
import type { TrackName } from './kinds'

/** A broken rule: a hit of a chart, or a stored signal. */
type BrokenRule = {
  track: TrackName
  rule: RuleId
  side: Side
  /** The points of the pattern. */
  members: { readonly length: number }
}

/** Three Western Electric rules equal Nelson rules; the fourth differs only in its length. */
const asNelson = { we1: '1', we2: '5', we3: '6', we4: '2' } as const

const nelsonOf = (rule: RuleId) => (rule in asNelson ? asNelson[rule as keyof typeof asNelson] : rule) as NelsonOnly // Western Electric rules were renamed
type NelsonOnly = Exclude<RuleId, keyof typeof asNelson>

/**
 * The meaning of a broken rule and where to look, in one or two sentences.
 * @param since the formatted time at which the pattern began
 * @param chart the chart of the hit: for single values the spread is the step from one to the next; sums have no rules
 */
export function ruleWords(t: T, { track, rule, side, members }: BrokenRule, since: string, chart: ChartKind): string {
  const sided = side === 'lower' ? 'lower' : 'upper'
  if (chart === 'ewma' || chart === 'cusum') return t(`qcSignal.rule.${chart}.${sided}`, { time: since })
  // for single values the spread is the step from one to the next
  if (track === 'dispersion') return t(`qcSignal.rule.${chart === 'imr' ? 'jump' : 'spread'}.${sided}`, { time: since })
  const nelson = nelsonOf(rule)
  const values = { count: members.length, time: since }
  // fewer defects than usual are no fault of the process: it has improved, or defects were missed
  const isFewer = sided === 'lower' && isCountedKind(chart)
  if (isFewer && (nelson === '1' || nelson === '2' || nelson === '3')) {
    return nelson === '1' ? t('qcSignal.rule.1.fewer', { time: since }) : t(`qcSignal.rule.${nelson}.fewer`, values)
  }
  if (nelson === '1') return t(`qcSignal.rule.1.${sided}`, { time: since })
  if (nelson === '4' || nelson === '7' || nelson === '8') return t(`qcSignal.rule.${nelson}.none`, values)
  return t(`qcSignal.rule.${nelson}.${sided}`, values)
}

/** A broken rule in a few words: what was found, in the mean or in the spread. */
export function ruleInShort(t: T, { track, rule }: Pick<BrokenRule, 'track' | 'rule'>, chart: ChartKind): string {
  if (track === 'dispersion') return t(chart === 'imr' ? 'qcSignal.jump' : 'qcSignal.spread')
  return ruleTest(t, rule)
}

/** The name of a rule: Nelson 2. */
export const ruleName = (t: T, rule: RuleId): string =>
  rule.startsWith('we') ? t('qcSignal.we', { no: rule.slice(2) }) : t('qcSignal.nelson', { no: rule })

/** The test of a rule, in a few words: 9 in a row on one side. */
export function ruleTest(t: T, rule: RuleId): string {
  const nelson = nelsonOf(rule)
  if (nelson === '1' || nelson === '5' || nelson === '6') return t(`qcSignal.test.${nelson}`)
  return t(`qcSignal.test.${nelson}`, { count: figureOf(rule) })
}
