import type { InSteps } from '#shared/spc/series/cooperative'
import { ones } from '#shared/spc/series/columns'
import {
  addSubgroupStatistics,
  emptySubgroupStatistics,
  sizesOf,
  sliceOf,
  type SubgroupStatistics,
} from '#shared/spc/series/subgroup-statistics'
import { Sum } from '#shared/spc/series/sum'
import { incremental } from './incremental'
import { sourceKeyOf, type SeriesColumns } from './series-columns'

/** The statistics of a whole history, each record a subgroup. For a continued history, only new records are added. */
export function* historyStatistics(series: SeriesColumns): InSteps<SubgroupStatistics> {
  const { size, num } = series
  const singles = yield* singlesOf(series, '', () => newSingles(roomIn(series)))
  const sourceKey = sourceKeyOf(series)
  if (!singles.areSingles) {
    const all = yield* groupsOf(series, '', () => emptySubgroupStatistics(roomIn(series)))
    return { ...sliceOf(all, 0, size), sourceKey }
  }
  const { gaps, moving, sum, moves, ofMoves } = singles
  const none = new Float64Array(0)
  return {
    size: gaps === 0 ? ones(size) : sizesOf(num),
    mean: num,
    range: none,
    deviation: none,
    moving: moving.subarray(0, size),
    totals: { values: size - gaps, sum: sum.value, moves, moving: ofMoves.value },
    sourceKey,
  }
}

/** The number of records that fit into the columns of a history. */
const roomIn = ({ first }: SeriesColumns) => new Int32Array(first.buffer).length - 1

const groupsOf = incremental<SubgroupStatistics>((statistics, { first, num }, from, to) =>
  addSubgroupStatistics(statistics, from, { values: num, first }, from, to),
)

/** Records of one value each, until a record has several. */
type Singles = {
  areSingles: boolean
  gaps: number
  sum: Sum
  /** The difference of each value from the one before; NaN at gaps. */
  moving: Float64Array
  moves: number
  ofMoves: Sum
}

const newSingles = (room: number): Singles => ({
  areSingles: true,
  gaps: 0,
  sum: new Sum(),
  moving: new Float64Array(room),
  moves: 0,
  ofMoves: new Sum(),
})

const singlesOf = incremental<Singles>((singles, { first, num }, from, to) => {
  for (let index = from; index < to && singles.areSingles; index++) {
    singles.areSingles = first[index]! + 1 === first[index + 1]
  }
  if (!singles.areSingles) {
    singles.moving = new Float64Array(0)
    return
  }
  const { moving, sum, ofMoves } = singles
  for (let place = from; place < to; place++) {
    const value = num[place]!
    if (Number.isNaN(value)) singles.gaps++
    else sum.add(value)
    const move = place === 0 ? NaN : Math.abs(value - num[place - 1]!)
    moving[place] = move
    if (Number.isNaN(move)) continue
    singles.moves++
    ofMoves.add(move)
  }
})
