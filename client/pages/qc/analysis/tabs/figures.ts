import { grouped } from '#shared/format/number'
import type { Capability, Spc } from '#shared/qc/analysis/schema'
import { roundFigure } from '#shared/spc/decimal'
import { NORMALITY_ALPHA } from '#shared/spc/distribution/normality'
import { versionsText } from '../../../../ui/qc/bands'
import { figuresOf } from '../../../../ui/qc/figures'
import type { T } from '../../../../ui/useText'

/** A limit as it was entered: without the digits of its binary form. */
export const limitText = (value: number) => String(Number(value.toPrecision(12)))

/** The limits that there are, by name: `LSL 9.5 · USL 10.5`. */
const limitsByName = (limits: readonly Limit[], write: (value: number) => string = limitText) =>
  limits
    .flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name} ${write(value)}`]))
    .join(' · ')
type Limit = readonly [name: string, value: number | null | undefined]

/** The limits at the end of a control chart, in the figures of the chart, and its specification. */
export function chartLimitsText(t: T, { chart, item, points, specifications }: Spc): string {
  const { write, round } = figuresOf(chart, item)
  const last = points.findLast(({ mean }) => mean !== null)
  const specification = specifications.at(-1)
  const control: Limit[] = [
    ['LCL', last?.lcl],
    ['CL', last?.center],
    ['UCL', last?.ucl],
  ]
  const entered: Limit[] = [
    ['LSL', specification?.lsl],
    [t('qcAnalysis.target'), specification?.nominal],
    ['USL', specification?.usl],
  ]
  const asEntered = (value: number) => round(value, limitText(value))
  return [limitsByName(control, write), limitsByName(entered, asEntered)].filter(Boolean).join(' · ')
}

/** The specification of a capability, with the versions that have it and the number of their values. */
export function specificationText(t: T, { versionNos, n, lsl, target, usl }: Capability): string {
  const versions = t('qcAnalysis.versionOption', { versions: versionsText(versionNos), count: grouped(n) })
  const limits = limitsByName([
    ['LSL', lsl],
    [t('qcAnalysis.target'), target],
    ['USL', usl],
  ])
  return [versions, limits].filter(Boolean).join(' · ')
}

/** A z-value or a skewness. An index of capability is an `indexText`, which keeps its band. */
export const twoDecimals = (value: number) => roundFigure(value, 2)

/** Parts per million with three significant digits. */
export function ppmText(value: number): string {
  if (value !== 0 && value < 0.001) return '< 0.001'
  const decimals = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(value)))
  return grouped(Number(roundFigure(value, decimals)))
}

/**
 * The p-value of the test for a normal distribution; below 0.005 its size does not matter. A value that rejects it is
 * not rounded to one that does not.
 */
export function pValueText(p: number): string {
  if (p < 0.005) return 'p < 0.005'
  const rounded = roundFigure(p, 3)
  const isSame = p < NORMALITY_ALPHA === Number(rounded) < NORMALITY_ALPHA
  return `p = ${isSame ? rounded : roundFigure(Math.floor(p * 1000) / 1000, 3)}`
}

export const inUnit = (title: string, unit: string) => (unit ? `${title} (${unit})` : title)
