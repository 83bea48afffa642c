import { fAbove } from '../distribution/f-distribution'
import { sumOf } from '../series/sum'
import type { Reason } from '../charts/track'

/** Gauge studies (gauge R&R by analysis of variance). No page uses them yet; the self-check already proves them. */
type GaugeReading = {
  part: string
  operator: string
  value: number
}

/** Sources of variation: the gauge, the operators, both (grr), and the measured parts. */
const GAUGE_SOURCES = ['repeatability', 'reproducibility', 'operator', 'interaction', 'grr', 'part', 'total'] as const
type GaugeSource = (typeof GAUGE_SOURCES)[number]
type BySource = Record<GaugeSource, number>

/** Gauge repeatability and reproducibility by analysis of variance. */
type GaugeStudy = {
  ms: { part: number; operator: number; interaction: number; repeatability: number }
  /** The interaction against repeatability; null if readings repeat exactly. */
  interactionF: number | null
  interactionP: number | null
  isInteractionKept: boolean
  variance: BySource
  /** Per cent of the total, 0 to 100: by standard deviations and by variances. */
  percentStudy: BySource
  percentContribution: BySource
  /** `multiplier` standard deviations in per cent of the tolerance; null without tolerance. */
  percentTolerance: BySource | null
  /** The number of distinct categories of parts; null for a gauge without variation. */
  distinctCategories: number | null
}

type GaugeOptions = {
  tolerance?: number | undefined
  /** The number of standard deviations compared with the tolerance; default 6. */
  multiplier?: number | undefined
  /** An interaction with a larger p counts as repeatability. */
  alpha?: number | undefined
}

/**
 * The study of parts that every operator measured equally often, at least twice each. Returns a reason instead:
 * `too_few` for other readings, `sigma_zero` if all readings are equal.
 */
export function gaugeStudy(
  readings: readonly GaugeReading[],
  { tolerance, multiplier = 6, alpha = 0.25 }: GaugeOptions = {},
): GaugeStudy | Reason {
  const [parts, operators] = [meansBy(readings, 'part'), meansBy(readings, 'operator')]
  const cells = [...Map.groupBy(readings, ({ part, operator }) => JSON.stringify([part, operator])).values()]
  const [p, o, r] = [parts.size, operators.size, cells[0]?.length ?? 0]
  const isCrossed = cells.length === p * o && cells.every(({ length }) => length === r)
  if (p < 2 || o < 2 || r < 2 || !isCrossed) return 'too_few'

  const grand = mean(readings)
  const squares = (values: readonly number[]) => sumOf(values.map((value) => value ** 2))
  const ofCells = cells.map((cell) => {
    const [first] = cell
    return mean(cell) - parts.get(first!.part)! - operators.get(first!.operator)! + grand
  })
  const ofReadings = cells.flatMap((cell) => cell.map(({ value }) => value - mean(cell)))
  const degrees = { interaction: (p - 1) * (o - 1), repeatability: p * o * (r - 1) }
  const sums = { interaction: r * squares(ofCells), repeatability: squares(ofReadings) }
  const ms = {
    part: (o * r * squares([...parts.values()].map((value) => value - grand))) / (p - 1),
    operator: (p * r * squares([...operators.values()].map((value) => value - grand))) / (o - 1),
    interaction: sums.interaction / degrees.interaction,
    repeatability: sums.repeatability / degrees.repeatability,
  }
  const interactionF = ms.repeatability === 0 ? null : ms.interaction / ms.repeatability
  const interactionP = interactionF === null ? null : fAbove(interactionF, degrees.interaction, degrees.repeatability)
  const isInteractionKept = interactionP === null || interactionP <= alpha

  const pooled = (sums.interaction + sums.repeatability) / (degrees.interaction + degrees.repeatability)
  const [error, among] = isInteractionKept ? [ms.repeatability, ms.interaction] : [pooled, pooled]
  const operator = Math.max(0, (ms.operator - among) / (p * r))
  const interaction = Math.max(0, (among - error) / r)
  const part = Math.max(0, (ms.part - among) / (o * r))
  const reproducibility = operator + interaction
  const grr = error + reproducibility
  const variance = { repeatability: error, reproducibility, operator, interaction, grr, part, total: grr + part }
  if (variance.total === 0) return 'sigma_zero'
  const each = (of: (variance: number) => number): BySource => ({
    repeatability: of(variance.repeatability),
    reproducibility: of(variance.reproducibility),
    operator: of(variance.operator),
    interaction: of(variance.interaction),
    grr: of(variance.grr),
    part: of(variance.part),
    total: of(variance.total),
  })
  return {
    ms,
    interactionF,
    interactionP,
    isInteractionKept,
    variance,
    percentStudy: each((value) => 100 * Math.sqrt(value / variance.total)),
    percentContribution: each((value) => (100 * value) / variance.total),
    percentTolerance: tolerance ? each((value) => (100 * multiplier * Math.sqrt(value)) / tolerance) : null,
    distinctCategories: grr === 0 ? null : Math.max(1, Math.floor(1.41 * Math.sqrt(part / grr))),
  }
}

const mean = (readings: readonly GaugeReading[]) => sumOf(readings.map(({ value }) => value)) / readings.length

const meansBy = (readings: readonly GaugeReading[], by: 'part' | 'operator'): Map<string, number> =>
  new Map(
    Array.from(
      Map.groupBy(readings, (reading) => reading[by]),
      ([key, of]) => [key, mean(of)],
    ),
  )
