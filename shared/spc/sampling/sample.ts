import { isChoice, isCount, type Judgement, type ValueState } from '../../qc/constants'
import type { TemplateItem } from '../../qc/template/schema'
import { decimalsOf, isDecimal, isPlainDecimal, parse, roundFigure, spelledOut } from '../decimal'
import { isGrouped, plainDecimal } from '../typed-decimal'
import { isPlausible, isPlausibleRatio, judgeRatio, judgeValue, worst } from './judge'

/** The fields of an item that the judgement of its values uses. */
export type JudgedItem = Pick<
  TemplateItem,
  | 'type'
  | 'decimals'
  | 'lsl'
  | 'usl'
  | 'warnLow'
  | 'warnHigh'
  | 'plausLow'
  | 'plausHigh'
  | 'judgeMode'
  | 'required'
  | 'severity'
> & { choices: readonly { code: string; judgement: Judgement }[]; unit?: string }

/**
 * In this order: not a number, a comma that may separate thousands, a percentage for an item in another unit, more
 * digits than the item has, an unknown choice, an invalid day, counts that contradict each other.
 */
export type SampleFault = 'format' | 'grouped' | 'percent' | 'decimals' | 'choice' | 'date' | 'count'

/** One entered value. State `missing`: a reason was given instead; `na`: the item does not apply. */
export type Entered = {
  itemKey: string
  sampleNo: number
  state: ValueState
  raw: string | null
  den: string | null
  confirmed: boolean
  /** The reason for a missing value. */
  missingCode?: string | null | undefined
}

/**
 * One sample by itself. `gap` is the reason for a missing value: not entered, missing with a reason, not applicable
 * with a reason, not applicable without one, or unusable.
 */
export type Finding = {
  sampleNo: number
  judgement: Judgement
  gap: 'open' | 'missing' | 'na' | 'unsaid' | 'unusable' | null
  /** The number: the count of a counted item, 1 and 0 for yes and no; null for other types. */
  value: number | null
  /** The denominator of a count: inspected pieces or area. */
  size: number | null
  /** Its value in formulas. */
  formulaValue: number | null
  /** The entered text, a number in its one spelling; the rounded text of a calculated item. */
  raw: string | null
  fault?: SampleFault
  /** False if the operator must still confirm an improbable value. */
  isPlausible: boolean
}

const nothing = { judgement: 'OK', value: null, size: null, formulaValue: null, raw: null, isPlausible: true } as const
export const withoutValue = (sampleNo: number, gap: NonNullable<Finding['gap']>): Finding => ({
  ...nothing,
  sampleNo,
  gap,
  judgement: gap === 'unusable' ? 'PENDING' : 'OK',
})
const unusable = (sampleNo: number, fault: SampleFault, raw: string): Finding => ({
  ...withoutValue(sampleNo, 'unusable'),
  raw,
  fault,
})

/** Judges the entered value of one sample of an item. `entered` is undefined if nothing was entered. */
export function enteredSample(item: JudgedItem, sampleNo: number, entered: Entered | undefined): Finding {
  if (!entered) return withoutValue(sampleNo, 'open')
  if (entered.state === 'missing') return withoutValue(sampleNo, 'missing')
  if (entered.state === 'na') return withoutValue(sampleNo, entered.missingCode ? 'na' : 'unsaid')
  const raw = entered.raw?.trim() ?? ''
  if (raw === '' && !(isCount(item.type) && entered.den?.trim())) return withoutValue(sampleNo, 'open')
  if (item.type === 'numeric') return measured(item, sampleNo, raw, entered.confirmed)
  if (isCount(item.type)) return counted(item, sampleNo, { ...entered, raw })
  if (isChoice(item.type)) return choice(item, sampleNo, raw)
  if (item.type === 'date' && !isDay(raw)) return unusable(sampleNo, 'date', raw)
  return { ...nothing, sampleNo, gap: null, raw }
}

/** A calculated number. It is judged as shown and stored, rounded to the item's decimals, whatever the judge mode. */
export function calculatedSample(item: JudgedItem, sampleNo: number, formulaValue: number): Finding {
  const raw = roundFigure(formulaValue, item.decimals)
  const judgement = judgeValue(raw, item)
  return { sampleNo, judgement, gap: null, value: Number(raw), size: null, formulaValue, raw, isPlausible: true }
}

const MAX_WHOLE_DIGITS = 12
/** Instruments and sheets may send exponents and more digits after the point than people may enter. */
const isMeasurable = (text: string) =>
  isPlainDecimal(text) || (isDecimal(text) && wholeDigitsOf(text) <= MAX_WHOLE_DIGITS)

function measured(item: JudgedItem, sampleNo: number, typed: string, isConfirmed: boolean): Finding {
  const plain = plainDecimal(withoutUnit(typed, item.unit))
  if (!isMeasurable(plain)) return unusable(sampleNo, numberFault(plain), typed)
  const raw = spelledOut(plain)
  const value = Number(raw)
  return {
    sampleNo,
    judgement: judgeValue(raw, item),
    gap: null,
    value,
    size: null,
    formulaValue: value,
    raw,
    ...(decimalsOf(raw) > item.decimals && { fault: 'decimals' }),
    isPlausible: isConfirmed || isPlausible(raw, item),
  }
}

/** A number, and what stands behind it. */
const withUnit = /^([-+−–－＋]?[\d０-９.,．，。]+(?:[eE][-+]?\d+)?)\s*(\D.*)$/

function withoutUnit(typed: string, unit: string | undefined): string {
  if (isPlainDecimal(typed)) return typed
  const [, figure = typed, behind = ''] = withUnit.exec(typed.trim()) ?? []
  return isUnit(behind, unit) ? figure : typed
}

/** True for the unit of an item, also in other characters for the same, such as `℃`. No figure or dash is a unit. */
export function isUnit(text: string, unit = ''): boolean {
  const own = unit.normalize('NFKC').trim()
  return /[\p{L}%‰°]/u.test(own) && text.normalize('NFKC').trim() === own
}

const percentSign = /\s*[%％]\s*$/

/** `98.5%` may be 98.5 or 0.985 if the unit of the item is not a percentage. */
function numberFault(raw: string): SampleFault {
  if (isGrouped(raw)) return 'grouped'
  return percentSign.test(raw) && isMeasurable(raw.replace(percentSign, '')) ? 'percent' : 'format'
}

const isCountText = (text: string) => /^\d{1,12}$/.test(text)

/** True for the inspected pieces of `defectives`, and for the inspected quantity of `defects`. */
export const isInspectedSize = (type: JudgedItem['type'], text: string) =>
  (type === 'defectives' ? isCountText(text) : isMeasurable(text)) && Number(text) > 0

/** `defectives`: a count of pieces; `defects`: a count on a quantity. */
function counted(
  item: JudgedItem,
  sampleNo: number,
  { raw: typed, den, confirmed }: Entered & { raw: string },
): Finding {
  const raw = spelledOut(plainDecimal(typed))
  const size = plainDecimal(den ?? '')
  const isOfPieces = item.type === 'defectives'
  const fits = isCountText(raw) && isInspectedSize(item.type, size) && !(isOfPieces && Number(raw) > Number(size))
  if (!fits) return unusable(sampleNo, 'count', typed)
  const value = Number(raw)
  return {
    sampleNo,
    judgement: judgeRatio(raw, size, item),
    gap: null,
    value,
    size: Number(size),
    formulaValue: value,
    raw,
    isPlausible: confirmed || isPlausibleRatio(raw, size, item),
  }
}

const yesAndNo = [
  { code: '1', judgement: 'OK' },
  { code: '0', judgement: 'NG' },
] as const

function choice({ type, choices }: JudgedItem, sampleNo: number, raw: string): Finding {
  const offered = type === 'boolean' && choices.length === 0 ? yesAndNo : choices
  const codes = type === 'multi' ? raw.split(',').map((code) => code.trim()) : [raw]
  const chosen = codes.map((code) => offered.findIndex((option) => option.code === code))
  if (chosen.includes(-1)) return unusable(sampleNo, 'choice', raw)
  const value = type === 'boolean' ? Number(raw) : null
  return {
    ...nothing,
    sampleNo,
    gap: null,
    judgement: worst(chosen.map((index) => offered[index]!.judgement)),
    value,
    formulaValue: value ?? choiceFormulaValue(raw, chosen[0]!),
    raw: codes.join(','),
  }
}

/** In formulas, a choice is its code if that is a number, else its position among the choices, from 1. */
export const choiceFormulaValue = (code: string, index: number) => (isDecimal(code) ? Number(code) : index + 1)

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/**
 * The number of digits before the point, without leading zeros. @throws RangeError for text that is not a decimal
 * number
 */
function wholeDigitsOf(text: string): number {
  const { digits, scale } = parse(text)
  return digits === 0n ? 0 : Math.max(0, String(digits < 0n ? -digits : digits).length - scale)
}
