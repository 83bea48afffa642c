import { grouped } from '#shared/format/number'

/** A limit as it was entered: without the digits of its binary form. */
export const limitText = (value: number) => String(Number(value.toPrecision(12)))

/** An index, a z-value or a skewness: two digits are compared. */
export const indexFigure = (value: number) => value.toFixed(2).replace(/^-(0\.00)$/, '$1')

/** Parts per million with three significant digits. */
export function ppmText(value: number): string {
  if (value !== 0 && value < 0.001) return '< 0.001'
  return grouped(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}

/** The p-value of a test; below 0.005 its size does not matter. */
export const pValueText = (p: number) => (p < 0.005 ? 'p < 0.005' : `p = ${p.toFixed(3)}`)

export const inUnit = (title: string, unit: string) => (unit ? `${title} (${unit})` : title)
