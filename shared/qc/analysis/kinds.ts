import { COUNTED_CHARTS, MEASURED_CHARTS, SUBGROUP_CHARTS, type ChartKind } from '../../spc/charts/track'
import type { ItemType } from '../constants'

/** The words of analysis, signals and the live feed, as they are stored and travel. */

/** Charts whose limits can be frozen. */
export const freezableCharts = [...SUBGROUP_CHARTS, ...COUNTED_CHARTS] as const
export type FreezableChart = (typeof freezableCharts)[number]

/** What can be drawn. */
export const drawnCharts = [...MEASURED_CHARTS, ...COUNTED_CHARTS] as const

/** The charts whose limits can be frozen. */
export const fittingCharts = (type: ItemType): readonly FreezableChart[] =>
  type === 'defectives' ? ['p', 'np', 'laney-p'] : type === 'defects' ? ['c', 'u', 'laney-u'] : SUBGROUP_CHARTS

/** The upper series of a chart, where the process lies, and the lower one, how far it spreads. */
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

/** What is counted in a Pareto chart: defects by kind (items of counts), items that were NG, causes of signals. */
export const paretoKinds = ['defect', 'item', 'cause'] as const
export type ParetoKind = (typeof paretoKinds)[number]

/** Which of several tests of the same parts the charts show. */
export const retestChoices = ['first', 'last'] as const

/** Points drawn at most, beside those that must not be lost. */
export const MAX_POINTS = 1500
/** Fewer points give no limits to rely on: of single values, of subgroups. */
export const enoughFor = (chart: ChartKind): number => (chart === 'imr' ? 30 : 20)
