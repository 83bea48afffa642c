import { NO_NUMBER, percent } from '#shared/format/number'
import type { ItemType } from '#shared/qc/constants'
import { roundFigure } from '#shared/spc/decimal'
import type { ChartKind } from '#shared/spc/charts/track'

/** Shares are shown as percentages. */
const isShare = (chart: ChartKind) => chart === 'p' || chart === 'laney-p'

/** Above this limit a figure is too long for a line. */
const MOST_PLAIN = 1e21

const plain = (value: number, digits: number) =>
  Math.abs(value) < MOST_PLAIN ? roundFigure(value, Math.max(0, Math.min(12, digits))) : String(value)

/** The digits after the point of a count in relation to its sample: three significant ones where the usual show fewer than two. */
const digitsOf = (value: number, usual: number) =>
  value === 0 || Math.abs(value) >= 10 ** (1 - usual) ? usual : 2 - Math.floor(Math.log10(Math.abs(value)))

/** The decimals of a rate are at least those of limits entered as rates. */
export const rateText = (rate: number, decimals: number) => plain(rate, digitsOf(rate, Math.max(4, decimals)))

/** The lower track of a chart; null for charts with one track. */
export type Lower = 'range' | 'deviation' | 'moving' | null
export const lowerOf = (chart: ChartKind): Lower =>
  chart === 'xbar-r' ? 'range' : chart === 'xbar-s' ? 'deviation' : chart === 'imr' ? 'moving' : null

export type Figures = {
  /** A plotted figure of either track, with its significant digits; `-` for none. */
  write: (value: number | null | undefined) => string
  /** A round figure of an axis or a limit, which is plainly written as `text`. */
  round: (value: number, text: string) => string
  /** The unit of measurement; empty for counts, sums and shares. */
  unit: string
}

/** The decimals and unit of a measured item. */
type Measured = { decimals: number; unit: string }

/** The number format of a chart. */
export function figuresOf(chart: ChartKind, { decimals, unit }: Measured): Figures {
  const figures = (write: (value: number) => string, of = ''): Figures => ({
    write: (value) => (value === null || value === undefined ? NO_NUMBER : write(value)),
    round: (_, text) => text,
    unit: of,
  })
  if (isShare(chart)) {
    return {
      ...figures((value) => percent(value, digitsOf(value * 100, 2))),
      round: (value) => `${plain(value * 100, digitsOf(value * 100, 4)).replace(/\.?0+$/, '')} %`,
    }
  }
  if (chart === 'cusum') return figures((value) => plain(value, 2), 'σ')
  if (chart === 'np' || chart === 'c' || chart === 'u' || chart === 'laney-u') {
    const digits = chart === 'u' || chart === 'laney-u' ? 3 : 1
    return figures((value) => plain(value, Number.isInteger(value) ? 0 : digitsOf(value, digits)))
  }
  return figures((value) => plain(value, decimals + 1), unit)
}

/** The chart whose number format fits the values of a characteristic; for counts, shares. */
const likeOf = (type: ItemType): ChartKind => (type === 'defectives' ? 'p' : type === 'defects' ? 'u' : 'imr')

/** The number format of values and means of a characteristic. Counts are relative to the inspected quantity. */
export const valueFiguresOf = (item: Measured & { type: ItemType }): Figures => figuresOf(likeOf(item.type), item)
