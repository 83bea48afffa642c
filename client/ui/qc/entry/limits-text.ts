import { decimalsOf, isDecimal, roundHalfEven } from '#shared/spc/decimal'
import { compareDecimals, compareRatio } from '#shared/spc/compare-decimals'
import { isCount } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { T } from '../../useText'
import type { Step } from './steps'

/** The short specification of an item: `24.99 – 25.01 mm`, `≤ 0.05 mm`. */
export function limitsText({ lsl, usl, unit }: TemplateItem, t: T): string {
  const limits = lsl !== null && usl !== null ? `${lsl} – ${usl}` : lsl !== null ? `≥ ${lsl}` : usl && `≤ ${usl}`
  return limits ? `${limits} ${unit}`.trim() : t('qcEntry.noLimits')
}

/**
 * The distance of a step's value beyond a limit, with that limit; undefined within all limits, and if it is no number.
 */
export function beyondText({ item, sample, value }: Step, t: T): string | undefined {
  const raw = sample?.raw
  if (!raw || sample.fault || !isDecimal(raw)) return undefined
  const den = isCount(item.type) ? (value?.den ?? '') : undefined
  if (den !== undefined && !isDecimal(den)) return undefined
  const compare = (limit: string) => (den === undefined ? compareDecimals(raw, limit) : compareRatio(raw, den, limit))
  const differenceTo = (limit: string) => {
    const decimals = Math.max(decimalsOf(raw), decimalsOf(limit), den === undefined ? 0 : item.decimals)
    const number = den === undefined ? Number(raw) : Number(raw) / Number(den)
    return roundHalfEven(String(Math.abs(number - Number(limit))), decimals)
  }
  const { lsl, usl, warnLow, warnHigh } = item
  if (usl !== null && compare(usl) > 0) return t('qcEntry.above', { difference: differenceTo(usl) })
  if (lsl !== null && compare(lsl) < 0) return t('qcEntry.below', { difference: differenceTo(lsl) })
  if (warnHigh !== null && compare(warnHigh) > 0)
    return t('qcEntry.aboveWarning', { difference: differenceTo(warnHigh) })
  if (warnLow !== null && compare(warnLow) < 0) return t('qcEntry.belowWarning', { difference: differenceTo(warnLow) })
  return undefined
}

/** The number of a step's value on the scale of the limits, for the gauge. */
export function gaugeValue({ item, sample, value }: Step): number | undefined {
  if (!sample || sample.value === null || sample.fault) return undefined
  if (!isCount(item.type)) return sample.value
  const size = Number(value?.den)
  return size > 0 ? sample.value / size : undefined
}
