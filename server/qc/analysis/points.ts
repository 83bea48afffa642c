import { enoughFor } from '#shared/qc/analysis/kinds'
import { recordStatuses } from '#shared/qc/constants'
import type { Spc, SpcHit, SpcPoint } from '#shared/qc/analysis/schema'
import { plottedAt } from '#shared/spc/charts/plotted'
import { merged } from '#shared/spc/rules/rules'
import type { Hit } from '#shared/spc/charts/track'
import type { ComputedChart } from './chart'
import { instant } from '../../platform/list/wire'
import type { Selection } from './selection'

/** A rule that was broken, and on which of the two lines of the chart. */
export type TrackHit = Hit & { track: SpcHit['track'] }

/** The broken rules of a chart, in the order of the axis. */
export function allHits({ location, dispersion }: ComputedChart): TrackHit[] {
  const of = (track: SpcHit['track'], hits: readonly Hit[] = []) =>
    hits.map(({ rule, index, members, side }): TrackHit => ({ rule, index, members, side, track }))
  return merged(of('location', location.hits), of('dispersion', dispersion?.hits))
}

/** Hits with the ids and times of their records. */
export function detailedHits({ series, places }: Selection, hits: readonly TrackHit[]): SpcHit[] {
  const at = (index: number) => instant(series.at[places[index]!]!)
  return hits.map((hit) => ({
    ...hit,
    qcValueBaseId: series.id[places[hit.index]!]!,
    at: at(hit.index),
    since: at(hit.members[0]!),
  }))
}

/** The phases of a chart that include the point `first` or begin after it. */
export function phasesOf({ series, places }: Selection, { phases }: ComputedChart, first = 0): Spc['phases'] {
  return phases
    .filter(({ from, to }) => to > Math.max(from, first))
    .map(({ from, to, centre, sigma, reason, set, kind, rules }) => {
      const begins = Math.max(from, first)
      return {
        firstIndex: begins,
        lastIndex: to - 1,
        from: instant(series.at[places[begins]!]!),
        limitSetId: set?.limitSetId ?? null,
        isFrozen: set !== null && set.status !== 'trial',
        chart: kind,
        rules,
        center: centre,
        sigma,
        reason: reason ?? null,
      }
    })
}

/** True if the limits of the last phase are not frozen, and come from fewer points than a verdict needs. */
export function trialOf(computed: ComputedChart): Pick<Spc['verdict'], 'isTrial' | 'phasePoints'> {
  const last = computed.phases.at(-1)
  const isFrozen = last?.set && last.set.status !== 'trial'
  const phasePoints = countedPoints(computed, last)
  return { isTrial: !isFrozen && phasePoints < enoughFor(computed.kind), phasePoints }
}

/** The number of points of a phase that its limits can be estimated from: neither missing nor excluded. */
function countedPoints(
  { sizes, excluded, apart }: ComputedChart,
  phase: ComputedChart['phases'][number] | undefined,
): number {
  let points = 0
  for (let index = phase?.from ?? 0; index < (phase?.to ?? 0); index++) {
    if (sizes[index]! > 0 && !excluded.has(index) && !apart.has(index)) points++
  }
  return points
}

type RulesAt = (index: number) => SpcPoint['signals']
type Broken = { location: RulesAt; dispersion: RulesAt }

/** The rules broken at each point. */
export const brokenRulesOf = ({ location, dispersion }: ComputedChart): Broken => ({
  location: rulesAt(location.hits),
  dispersion: rulesAt(dispersion?.hits ?? []),
})

function rulesAt(hits: readonly Hit[]): RulesAt {
  return (index) => {
    let [low, high] = [0, hits.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (hits[middle]!.index < index) low = middle + 1
      else high = middle
    }
    const rules: SpcPoint['signals'] = []
    for (let at = low; hits[at]?.index === index; at++) rules.push(hits[at]!.rule)
    return rules
  }
}

/** One point of a drawn selection, with the rules it broke. */
export function plottedPoint(
  { series, places }: Selection,
  { location, dispersion, sizes, excluded, apart, kind }: ComputedChart,
  index: number,
  broken: Broken,
): SpcPoint {
  const place = places[index]!
  const status = recordStatuses[series.status[place]!]
  const middle = plottedAt(location, index)
  const spread = kind === 'cusum' || !dispersion ? null : plottedAt(dispersion, index)
  const marks: SpcPoint['marks'] = []
  if (excluded.has(index)) marks.push('excluded')
  if (apart.has(index)) marks.push('apart')
  if (series.corrected[place]) marks.push('corrected')
  if (status === 'draft' || status === 'rejected') marks.push('open')
  if (series.retestOf[place]) marks.push('retest')
  return {
    index,
    qcValueBaseId: series.id[place]!,
    at: instant(series.at[place]!),
    n: sizes[index]!,
    mean: middle.value,
    center: middle.centre,
    lcl: middle.lower,
    ucl: middle.upper,
    range: spread?.value ?? null,
    rangeCenter: spread?.centre ?? null,
    rangeLcl: spread?.lower ?? null,
    rangeUcl: spread?.upper ?? null,
    sigma: middle.sigma,
    signals: broken.location(index),
    rangeSignals: broken.dispersion(index),
    marks,
  }
}
