import { grouped } from '#shared/format/number'

/** A limit as it was set: without digits that say nothing. */
export const asSet = (value: number) => String(Number(value.toPrecision(12)))

/** An index, a z, a skewness: they are compared by two digits. */
export const asIndex = (value: number) => value.toFixed(2).replace(/^-(0\.00)$/, '$1')

/** Parts per million, with three digits that say something. */
export function asPpm(value: number): string {
  if (value !== 0 && value < 0.001) return '< 0.001'
  return grouped(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}

/** A probability, as tests are told: p < 0.005 needs no more. */
export const asP = (p: number) => (p < 0.005 ? 'p < 0.005' : `p = ${p.toFixed(3)}`)

export const inUnit = (title: string, unit: string) => (unit ? `${title} (${unit})` : title)
