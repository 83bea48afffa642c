import { COUNTED_CHARTS, MEASURED_CHARTS, SUBGROUP_CHARTS, type ChartKind } from '../../spc/charts/track'
import type { ItemType } from '../constants'

/** The constants of analysis, signals and the live feed, in the form in which they are stored and sent. */

/** Charts whose limits can be frozen. */
export const freezableCharts = [...SUBGROUP_CHARTS, ...COUNTED_CHARTS] as const
export type FreezableChart = (typeof freezableCharts)[number]

/** All charts that can be drawn. */
export const drawnCharts = [...MEASURED_CHARTS, ...COUNTED_CHARTS] as const

/** The charts with freezable limits for a type of item. */
export const fittingCharts = (type: ItemType): readonly FreezableChart[] =>
  type === 'defectives' ? ['p', 'np', 'laney-p'] : type === 'defects' ? ['c', 'u', 'laney-u'] : SUBGROUP_CHARTS

/** `location`: the upper series of a chart, its position; `dispersion`: the lower series, its spread. */
export const tracks = ['location', 'dispersion'] as const
export type TrackName = (typeof tracks)[number]

/** `trial`: a new phase whose limits still follow its values; `active`: frozen, in force from `validFrom` on. */
export const limitStatuses = ['trial', 'active', 'retired'] as const
export type LimitStatus = (typeof limitStatuses)[number]

/** `withdrawn`: its record was corrected or voided, and the rule is no longer broken. */
export const signalStates = ['open', 'acknowledged', 'closed', 'withdrawn'] as const
export type SignalState = (typeof signalStates)[number]

/** The events of the live feed. */
const feedTypes = ['record', 'signal'] as const
export type FeedType = (typeof feedTypes)[number]

/** The groupings of the comparison. `sample`: the number of the piece within its record. */
export const groupings = ['equipment', 'shift', 'operator', 'lot', 'supplier', 'gauge', 'sample', 'version'] as const
export type Grouping = (typeof groupings)[number]

/** The counts of a Pareto chart: defects by kind (items of counts), NG items, causes of signals. */
export const paretoKinds = ['defect', 'item', 'cause'] as const
export type ParetoKind = (typeof paretoKinds)[number]

/** The test that the charts show if the same parts were tested several times. */
export const retestChoices = ['first', 'last'] as const

/** The maximum number of drawn points, apart from points that must be kept. */
export const MAX_POINTS = 1500
/** The smallest number of points for reliable limits: 30 single values, 20 subgroups. */
export const enoughFor = (chart: ChartKind): number => (chart === 'imr' ? 30 : 20)
