import { grouped } from '#shared/format/number'
import { enoughFor } from '#shared/qc/analysis/kinds'
import type { Capability, Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import { ruleName } from '#shared/qc/analysis/rule-words'
import type { T } from '../../../ui/useText'
import { spanOf, type VisibleRange } from './control/visible-range'
import type { WriteTime } from './line-clock'
import { correlationWords, hasMoved, hasRunRules, isCorrelated, isFrozen, isOutWithoutSpread } from './verdict-words'

/** The reasons why the figures of a chart are less reliable or incomplete; a sentence each. */
export function caveatsOf(spc: Spc, t: T, time: WriteTime) {
  const { verdict, chart, isScoped, isComplete, offerReason, frozenFrom } = spc
  const namesOf = (charts: readonly Spc['chart'][]) =>
    [...new Set(charts)].map((name) => t(`qcAnalysis.chart.${name}`)).join(', ')
  const others = spc.phases.flatMap((phase) => (phase.chart === chart ? [] : phase.chart))
  const caveats = [
    { kind: 'scoped', tone: 'warn', applies: isScoped, text: t('qcAnalysis.scoped') },
    {
      kind: 'trial',
      tone: verdict.isTrial ? 'warn' : 'info',
      applies: !isFrozen(spc) && (frozenFrom === null || verdict.isTrial),
      text: verdict.isTrial
        ? t('qcAnalysis.trialFew', { count: verdict.phasePoints, enough: enoughFor(chart) })
        : t('qcAnalysis.trial'),
    },
    {
      kind: 'frozenLater',
      tone: 'info',
      applies: !isFrozen(spc) && frozenFrom !== null,
      text: frozenFrom === null ? '' : frozenWords(spc, frozenFrom, t, time),
    },
    { kind: 'incomplete', tone: 'info', applies: !isComplete, text: t('qcAnalysis.incomplete') },
    { kind: 'noSpread', tone: 'warn', applies: isOutWithoutSpread(spc), text: t('qcAnalysis.noSpread') },
    { kind: 'correlated', tone: 'warn', applies: isCorrelated(spc), text: correlationWords(spc, t) },
    {
      kind: 'offer',
      tone: 'info',
      applies: offerReason !== null,
      text: t(offerReason === 'large_samples' ? 'qcAnalysis.largeSamples' : 'qcAnalysis.overdispersed'),
    },
    {
      kind: 'otherCharts',
      tone: 'info',
      applies: others.length > 0,
      text: t('qcAnalysis.otherCharts', { charts: namesOf(others) }),
    },
    {
      kind: 'undrawn',
      tone: 'warn',
      applies: spc.undrawn.length > 0,
      text: t('qcAnalysis.undrawn', { charts: namesOf(spc.undrawn) }),
    },
    { kind: 'moved', tone: 'warn', applies: hasMoved(spc), text: t('qcAnalysis.moved') },
  ] as const
  return caveats.filter(({ applies }) => applies)
}

/** Limits in force test no shown point yet: the points are older, or of machines with limits of their own. */
const frozenWords = ({ points }: Spc, from: string, t: T, time: WriteTime) =>
  t((points.at(-1)?.at ?? '') < from ? 'qcAnalysis.frozenLater' : 'qcAnalysis.frozenForOthers', { time: time(from) })

/** The limit sets of the characteristic, and the machines with limits of their own beside the drawn ones. */
type Limits = { sets: readonly LimitSet[]; machines: readonly string[] }

/**
 * The notes below a chart that leaves the page, on paper or as a picture: the origin of the limits, the rules, the
 * caveats, and the time zone; a sentence each.
 */
export function chartNotes(spc: Spc, { sets, machines }: Limits, t: T, time: WriteTime, tz: string): string[] {
  const caveats = caveatsOf(spc, t, time)
  return [
    ...caveats.filter(({ kind }) => kind === 'scoped').map(({ text }) => text),
    ...phaseNotes(spc, sets, t, time),
    ...(machines.length > 0 ? [t('qcAnalysis.machinesApart', { machines: machines.join(', ') })] : []),
    ...ruleNotes(spc, t, time),
    ...caveats.filter(({ kind }) => kind !== 'scoped').map(({ text }) => text),
    t('qcAnalysis.clock', { tz }),
  ]
}

/** The rules that test the points, of each phase if they differ. */
function ruleNotes(spc: Spc, t: T, time: WriteTime): string[] {
  const namesOf = ({ rules }: Pick<Spc, 'rules'>) =>
    rules.map((rule) => ruleName(t, rule)).join(', ') || t('qcAnalysis.phase.noRules')
  const names = namesOf(spc)
  const tested = spc.phases.filter(hasRunRules).map((phase) => ({ from: phase.from, rules: namesOf(phase) }))
  if (tested.every(({ rules }) => rules === names)) {
    return hasRunRules(spc) ? [t('qcSignal.sentence', { rule: t('qcAnalysis.rules'), words: names })] : []
  }
  return tested
    .filter(({ rules }, index) => rules !== tested[index - 1]?.rules)
    .map(({ from, rules }) => t('qcAnalysis.phase.rules', { time: time(from), rules }))
}

/** The part of a control chart that is drawn; undefined if all of it is. */
export function drawnWords({ points, total }: Spc, range: VisibleRange | undefined, t: T, time: WriteTime) {
  const [from, to] = spanOf(points, range)
  const [first, last] = [points[from], points[to]]
  if (!first || !last || (from === 0 && to === points.length - 1)) return undefined
  const count = { count: grouped(to - from + 1), total: grouped(total) }
  return t('qcAnalysis.drawnPart', { from: time(first.at), to: time(last.at), ...count })
}

/** The origin of the limits of each phase: since when, from which set, by whom and why. The earliest phase first. */
export const phaseNotes = ({ phases }: Spc, sets: readonly LimitSet[], t: T, time: WriteTime): string[] => {
  const notes = phases.map(({ from, limitSetId, isFrozen: isPhaseFrozen }) => {
    const set = sets.find((candidate) => candidate.limitSetId === limitSetId)
    if (limitSetId === null || (!set && !isPhaseFrozen)) return t('qcAnalysis.phase.estimated', { time: time(from) })
    if (!set) return t('qcAnalysis.phase.frozenShort', { time: time(from), id: limitSetId })
    return t(isPhaseFrozen ? 'qcAnalysis.phase.frozen' : 'qcAnalysis.phase.trial', {
      time: time(set.validFrom),
      id: limitSetId,
      who: set.createName,
      when: time(set.createdAt, '{y}-{m}-{d}'),
      reason: set.reason,
    })
  })
  return [...new Set(notes)] // limits of all machines hold again once those of the machine have ended
}

/** The conditions of capability indices: a stable process, enough values, a normal distribution. */
export const conditionNotes = ({ n, subgroups, conditions }: Capability, openSignals: number, t: T): string[] => [
  ...(conditions.isStable === null ? [] : [stableWords(conditions, openSignals, t)]),
  t(`qcAnalysis.term.enough.${conditions.amount}`, { n: grouped(n), subgroups: grouped(subgroups) }),
  t(`qcAnalysis.term.normal.${yesNo(conditions.isNormal)}`),
]

/** Whether the process is stable, and what speaks against it. */
export function stableWords({ isStable }: Capability['conditions'], openSignals: number, t: T): string {
  if (isStable === null) return t('qcAnalysis.term.stable.scoped')
  return !isStable && openSignals > 0
    ? t('qcAnalysis.term.stable.open', { count: openSignals })
    : t(`qcAnalysis.term.stable.${isStable ? 'yes' : 'no'}`)
}

/** The ending of text keys for an answer; null means unknown. */
export const yesNo = (answer: boolean | null) => (answer === null ? 'unknown' : answer ? 'yes' : 'no')
