import { grouped } from '#shared/format/number'
import { isNotable } from '#shared/spc/charts/autocorrelation'
import { indexText } from '#shared/spc/capability/terms'
import { roundFigure } from '#shared/spc/decimal'
import type { Spc } from '#shared/qc/analysis/schema'
import { versionsText } from '../../../ui/qc/bands'
import type { T } from '../../../ui/useText'

/** A process nearer to the target than this many σ counts as on target. */
const ON_TARGET = 0.05
/** The process has moved after this many runs on one side of the centre. */
const MANY_RUNS = 8

/** EWMA and CUSUM charts have none: their neighbouring points depend on each other by construction. */
export const hasRunRules = ({ chart }: Pick<Spc, 'chart'>) => chart !== 'ewma' && chart !== 'cusum'

/**
 * The findings in plain words: in control, capable, on target.
 * @param dayOf formats the day of an instant
 */
export function verdictWords(spc: Spc, t: T, dayOf: (at: string) => string): string {
  const { verdict } = spc
  const parts = [controlWords(spc, t, dayOf)]
  const isEnough = verdict.capable !== null && verdict.capable.conditions.amount !== 'indicative'
  const capable = isEnough && capableWords(verdict, t)
  if (capable) parts.push(capable)
  if (isEnough && verdict.shift !== null) {
    const off = Math.abs(verdict.shift)
    parts.push(
      off < ON_TARGET
        ? t('qcAnalysis.verdict.onTarget')
        : t(verdict.shift > 0 ? 'qcAnalysis.verdict.above' : 'qcAnalysis.verdict.below', {
            sigma: roundFigure(off, 1),
          }),
    )
  }
  return `${parts.reduce((one, more) => t('qcAnalysis.verdict.join', { one, more }))}${t('qcAnalysis.verdict.end')}`
}

type Verdict = Spc['verdict']

function controlWords(spc: Spc, t: T, dayOf: (at: string) => string): string {
  const { isInControl, unknown, isLatest, openPoints, inForce } = spc.verdict
  const { hitPoints, latest } = inForce
  if (isInControl === null) return unknownWords(spc.verdict, t)
  if (!isInControl) {
    if (unknown === 'overdispersed') return t('qcAnalysis.verdict.outUsual', { count: grouped(openPoints) })
    if (!hasRunRules(inForce)) return t('qcAnalysis.verdict.outBounds', { count: grouped(openPoints) })
    return openPoints < hitPoints
      ? t('qcAnalysis.verdict.outOf', { count: grouped(openPoints), all: grouped(hitPoints) })
      : t('qcAnalysis.verdict.out', { count: grouped(openPoints) })
  }
  if (!latest) return t('qcAnalysis.verdict.in')
  const before = { count: grouped(hitPoints), day: dayOf(latest.at) }
  if (!hasRunRules(inForce)) return t('qcAnalysis.verdict.inBounds', before)
  return t(isLatest ? 'qcAnalysis.verdict.inNow' : 'qcAnalysis.verdict.inThen', before)
}

function unknownWords({ unknown, noneFound }: Verdict, t: T): string {
  if (unknown !== 'noneFound' || noneFound === null) {
    return t(`qcAnalysis.verdict.unknown.${unknown === null || unknown === 'noneFound' ? 'few' : unknown}`)
  }
  const { of, samples, size, bound } = noneFound
  const isShare = of === 'defectives'
  const digits = Number((isShare ? 100 * bound : bound).toPrecision(2))
  return t(`qcAnalysis.verdict.none.${of}`, {
    samples: grouped(samples),
    size: grouped(size),
    bound: isShare ? `${digits} %` : String(digits),
  })
}

/** The capability in a word if its conditions hold; otherwise its indices, and the reason. */
function capableWords({ isInControl, unknown, cpk, ppk, capable, inForce }: Verdict, t: T): string | undefined {
  if (cpk === null || capable === null) return undefined
  const { band, conditions, percentilePpk, versionNos, n, isOneOfSeveral } = capable
  const isByPercentile = conditions.isNormal === false && percentilePpk !== null
  const performance = isByPercentile ? percentilePpk : ppk
  const of = { cpk: indexText(cpk), ppk: performance === null ? '-' : indexText(performance) }
  const figures = t(isByPercentile ? 'qcAnalysis.verdict.byPercentile' : 'qcAnalysis.verdict.indices', of)
  const indices = isOneOfSeveral
    ? t('qcAnalysis.verdict.ofVersion', { indices: figures, versions: versionsText(versionNos), count: grouped(n) })
    : figures
  if (band) return t(`qcAnalysis.verdict.${band}`, { indices })
  const doubt =
    unknown === 'scoped' || conditions.isStable === null
      ? 'scoped'
      : conditions.isStable
        ? 'notNormal'
        : isInControl === false
          ? 'unstable'
          : inForce.hitPoints > 0
            ? 'wasUnstable'
            : 'open'
  return t(`qcAnalysis.verdict.doubt.${doubt}`, { indices })
}

/** Neighbouring points depend on each other, so runs occur without a special cause. */
export const isCorrelated = (spc: Spc) =>
  hasRunRules(spc) && spc.autocorrelation !== null && isNotable(spc.autocorrelation)

/** The kind of correlation: points that follow each other, or that alternate. */
export const correlationWords = ({ autocorrelation }: Spc, t: T): string => {
  const r = autocorrelation ?? 0
  return t(r < 0 ? 'qcAnalysis.alternating' : 'qcAnalysis.correlated', { r: roundFigure(r, 2) })
}

/** Out of control on a chart whose limits have no width. */
export const isOutWithoutSpread = ({ verdict, phases }: Spc) =>
  verdict.isInControl === false && phases.at(-1)?.reason === 'sigma_zero'

/** The limits of the last phase are frozen; else they are estimated from the visible values. */
export const isFrozen = ({ phases }: Spc) => phases.at(-1)?.isFrozen ?? false

/** The chart of the phase of a point. */
export const chartAt = ({ phases, chart }: Pick<Spc, 'phases' | 'chart'>, index: number) =>
  phases.find(({ firstIndex, lastIndex }) => firstIndex <= index && index <= lastIndex)?.chart ?? chart

/** The process has stayed on one side of its frozen centre for so long that it needs new limits. */
export function hasMoved(spc: Spc): boolean {
  const last = spc.phases.at(-1)
  if (!last?.isFrozen) return false
  const runs = spc.hits.filter(
    ({ index, rule, track }) => index >= last.firstIndex && track === 'location' && (rule === '2' || rule === 'we4'),
  )
  return runs.length >= MANY_RUNS
}
