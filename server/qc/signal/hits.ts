import type { TrackName } from '#shared/qc/analysis/kinds'
import { plottedAt } from '#shared/spc/charts/plotted'
import type { Tables } from '../../tables'
import { computeChart } from '../analysis/chart'
import type { Characteristic } from '../template/characteristic'
import { limitsApply, type AppliedLimits, type LimitsInForce } from '../limit/read'
import { valuesAt } from '../analysis/selected-values'
import type { Selection } from '../analysis/selection'
import { placeAt, type SeriesColumns } from '../chart/series-columns'
import { LOOKBACK } from './window'

export type SignalRow = Tables['signals']['$inferSelect']

/** One broken rule, ready to be stored. */
export type FoundSignal = Pick<
  SignalRow,
  'track' | 'rule' | 'qcValueBaseId' | 'inspectedAt' | 'members' | 'side' | 'stat' | 'cl' | 'lcl' | 'ucl'
>

/** The rules broken by records of a selection from a place on, against one limit set only. */
export function hitsIn(selection: Selection, set: LimitsInForce, from = 0): FoundSignal[] {
  const { series, places } = selection
  const always = { ...set, validFrom: -Infinity, validTo: null }
  const computed = computeChart(selection, [always], new Set(), { chart: always.chart })
  // limits that no longer fit the measured values give no hits
  if (computed.phases.some((phase) => phase.set !== always)) return []
  const found = (track: TrackName) => {
    const plotted = computed[track]
    if (!plotted) return []
    return plotted.hits
      .filter(({ index }) => index >= from)
      .map(({ rule, index, members, side }): FoundSignal => {
        const { centre, lower, upper } = plottedAt(plotted, index)
        return {
          track,
          rule,
          side,
          qcValueBaseId: series.id[places[index]!]!,
          inspectedAt: series.at[places[index]!]!,
          members: JSON.stringify(members.map((member) => series.id[places[member]!]!)),
          stat: plotted.values[index]!,
          cl: centre ?? 0,
          lcl: lower,
          ucl: upper,
        }
      })
  }
  return [...found('location'), ...found('dispersion')]
}

/** Records tested per slice. */
const SLICE = 2000

/** All hits of a limit set over its time, slice by slice. Other requests can run between two slices. */
export function* hitsOver(
  { characteristic, series }: { characteristic: Characteristic; series: SeriesColumns },
  held: AppliedLimits,
): Generator<FoundSignal[]> {
  const { validFrom, validTo } = held.set
  const [first, end] = [placeAt(series, validFrom), validTo === null ? series.size : placeAt(series, validTo)]
  const places = Int32Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index).filter(
    (index) => series.retestOf[index] === 0 && limitsApply(held, series.at[index]!, series.equipmentId[index]! || null),
  )
  for (let from = 0; from < places.length; from += SLICE) {
    let seen = from
    for (let values = 0; seen > 0 && values < LOOKBACK; seen--)
      if (valuesAt(series, places[seen - 1]!).length > 0) values++
    const slice = { characteristic, series, places: places.slice(seen, from + SLICE) }
    yield hitsIn(slice, held.set, from - seen)
  }
}
