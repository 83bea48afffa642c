import { grouped } from '#shared/format/number'
import { enoughFor } from '#shared/qc/analysis/kinds'
import type { Capability, Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import { ruleName } from '../../../ui/qc/rule-words'
import type { T } from '../../../ui/useText'
import type { WriteTime } from './line-clock'
import { phaseWords } from './phase-words'
import { correlationWords, hasMoved, isCorrelated, isFrozen, isOutWithoutSpread } from './verdict-words'

/** What limits the characteristic has, and which machines have some of their own beside those that are drawn. */
type Limits = { sets: readonly LimitSet[]; machines: readonly string[] }

/**
 * What has to be known beside a chart or its figures when they leave the page, a sentence each: where limits come from,
 * by which rules points were tested, how far that can be relied on, by which clock times are told.
 */
export function qualifications(spc: Spc, { sets, machines }: Limits, t: T, time: WriteTime, tz: string): string[] {
  const { verdict, chart, rules, isComplete, offered } = spc
  const isSummed = chart === 'ewma' || chart === 'cusum'
  return [
    ...(spc.isScoped ? [t('qcAnalysis.scoped')] : []),
    ...phaseWords(spc, sets, t, time),
    ...(machines.length > 0 ? [t('qcAnalysis.machinesApart', { machines: machines.join(', ') })] : []),
    ...(isSummed
      ? []
      : [
          t('qcSignal.sentence', {
            rule: t('qcAnalysis.rules'),
            words: rules.map((rule) => ruleName(t, rule)).join(', '),
          }),
        ]),
    ...(isFrozen(spc)
      ? []
      : [
          verdict.isTrial
            ? t('qcAnalysis.trialFew', { count: verdict.phasePoints, enough: enoughFor(chart) })
            : t('qcAnalysis.trial'),
        ]),
    ...(isComplete ? [] : [t('qcAnalysis.incomplete')]),
    ...(isOutWithoutSpread(spc) ? [t('qcAnalysis.noSpread')] : []),
    ...(isCorrelated(spc) ? [correlationWords(spc, t)] : []),
    ...(offered ? [t('qcAnalysis.overdispersed')] : []),
    ...(hasMoved(spc) ? [t('qcAnalysis.moved')] : []),
    t('qcAnalysis.clock', { tz }),
  ]
}

/** What indices stand on: whether the process is stable, the values enough, and normal. */
export const termWords = ({ n, subgroups, conditions: { isStable, amount, isNormal } }: Capability, t: T): string[] => [
  ...(isStable === null ? [] : [t(isStable ? 'qcAnalysis.term.stable.yes' : 'qcAnalysis.term.stable.no')]),
  t(`qcAnalysis.term.enough.${amount}`, { n: grouped(n), subgroups: grouped(subgroups) }),
  t(
    isNormal === null
      ? 'qcAnalysis.term.normal.unknown'
      : isNormal
        ? 'qcAnalysis.term.normal.yes'
        : 'qcAnalysis.term.normal.no',
  ),
]
