import { isMeasured, type Judgement } from '../../qc/constants'
import type { TemplateItem } from '../../qc/template/schema'
import {
  evaluateFormula,
  parseFormula,
  type Evaluation,
  type FormulaErrorKind,
  type FormulaValue,
} from '../formula/formula'
import { hasFormulaValue, needsOf, orderOf } from '../formula/order'
import { worst } from './judge'
import {
  calculatedSample,
  enteredSample,
  withoutValue,
  type Entered,
  type Finding,
  type JudgedItem,
  type SampleFault,
} from './sample'
import { meanOf, rangeOf, sumOf } from '../series/sum'

export type { Entered, SampleFault }

/** The fields of an item that an inspection uses. */
export type InspectedItem = JudgedItem &
  Pick<TemplateItem, 'itemKey' | 'code' | 'sampleSize' | 'requiredWhen' | 'visibleWhen' | 'formula'>

export type SampleOutcome = Pick<Finding, 'sampleNo' | 'judgement' | 'value' | 'raw' | 'fault' | 'isPlausible'>

export type ItemOutcome = {
  itemKey: string
  judgement: Judgement
  /** An invisible item has no samples and does not affect the record. */
  isVisible: boolean
  isRequired: boolean
  /** Samples of a required item without a value and without a reason. */
  missing: number
  /** From 1 to the sample size. For a calculated item, one per computed figure. */
  samples: SampleOutcome[]
  /** Of the present values; for counts the total rate. Null without values. */
  mean: number | null
  /** Largest minus smallest; null for fewer than two values, and for counts. */
  range: number | null
  error?: FormulaErrorKind
}

export type Inspection = {
  judgement: Judgement
  /** NG items, except those whose severity never makes a record NG. */
  ngItems: number
  warnItems: number
  /** Required items without a value, with a reason or without. */
  missingItems: number
  /** One per item, in the same order. */
  items: ItemOutcome[]
}

/** An evaluated item. The requirement is determined later. */
type EvaluatedItem = { isVisible: boolean; findings: Finding[]; error?: FormulaErrorKind | undefined }

/** The already evaluated values of the record. */
class InspectionState {
  /** Values in formulas by the codes of items; null for hidden items. */
  readonly values = new Map<string, FormulaValue>()
  /** Codes of items that lack a value, or are calculated from such items. */
  readonly lacking = new Set<string>()

  evaluate(text: string): Evaluation {
    const { formula, fault } = parseFormula(text)
    return formula ? evaluateFormula(formula, this.values) : { value: null, error: fault.kind }
  }

  /** True if a condition holds: at least one of its figures is present and not 0. */
  holds(text: string): { is: boolean; error?: FormulaErrorKind | undefined } {
    const { value, error } = this.evaluate(text)
    return { is: figuresOf(value).some((figure) => figure !== null && figure !== 0), error }
  }
}

const figuresOf = (value: FormulaValue) => (typeof value === 'number' || value === null ? [value] : value)

/**
 * Judges a whole record (`qc-domain` 3.1): every value, every item, the record. Pure, and fast enough for every
 * keystroke. The server repeats it.
 */
export function inspect(items: readonly InspectedItem[], entered: readonly Entered[]): Inspection {
  const { order, cycle } = orderOf(items)
  const state = new InspectionState()
  const byItem = Map.groupBy(entered, ({ itemKey }) => itemKey)
  const evaluated = new Map<InspectedItem, EvaluatedItem>()
  for (const item of cycle) {
    evaluated.set(item, { isVisible: true, findings: [], error: 'cycle' })
    state.values.set(item.code, null)
    state.lacking.add(item.code)
  }
  for (const item of order) evaluated.set(item, evaluateItem(item, byItem.get(item.itemKey) ?? [], state))
  // A requirement does not change any value, so its condition may use every item.
  const outcomes = items.map((item) => outcomeOf(item, evaluated.get(item)!, state))
  const counted = items.map(({ severity }, index) => ({ severity, ...outcomes[index]! }))
  const ngItems = counted.filter(({ judgement, severity }) => judgement === 'NG' && severity !== 'info').length
  // a record without any inspected value is pending, even if no item is required
  const isAnythingThere = [...evaluated].some(
    ([{ type }, { findings }]) => type !== 'calculated' && findings.some(({ gap }) => gap === null),
  )
  const isPending = !isAnythingThere || outcomes.some(({ judgement }) => judgement === 'PENDING')
  const missingItems = items.filter(
    (item, index) => outcomes[index]!.isRequired && (lacks(evaluated.get(item)!) || outcomes[index]!.missing > 0),
  ).length
  const warnItems = outcomes.filter(({ judgement }) => judgement === 'WARN').length
  const judgement = ngItems > 0 ? 'NG' : isPending || missingItems > 0 ? 'PENDING' : warnItems > 0 ? 'WARN' : 'OK'
  return { judgement, ngItems, warnItems, missingItems, items: outcomes }
}

/** Evaluates one item after the items that it depends on. */
function evaluateItem(item: InspectedItem, entered: readonly Entered[], state: InspectionState): EvaluatedItem {
  const { code, type, sampleSize, visibleWhen } = item
  const { is, error } = visibleWhen.trim() === '' ? { is: true } : state.holds(visibleWhen)
  const isVisible = is || error !== undefined
  if (!isVisible || type === 'note') {
    if (hasFormulaValue(type)) state.values.set(code, null)
    return { isVisible, findings: [], error }
  }
  if (type === 'calculated') return calculate(item, state, error)
  const bySample = new Map(entered.map((sample) => [sample.sampleNo, sample]))
  const findings = Array.from({ length: sampleSize }, (_, index) =>
    enteredSample(item, index + 1, bySample.get(index + 1)),
  )
  if (hasFormulaValue(type)) {
    state.values.set(
      code,
      sampleSize === 1 ? findings[0]!.formulaValue : findings.map(({ formulaValue }) => formulaValue),
    )
  }
  const evaluated = { isVisible, findings, error }
  if (lacks(evaluated)) state.lacking.add(code)
  return evaluated
}

function calculate(item: InspectedItem, state: InspectionState, before: FormulaErrorKind | undefined): EvaluatedItem {
  const { value, error } = ofSize(item.sampleSize, state.evaluate(item.formula))
  state.values.set(item.code, value)
  // A figure calculated from parts that do not apply does not apply either.
  const isLacking = needsOf(item).some((code) => state.lacking.has(code))
  const gap = error ? 'unusable' : isLacking ? 'missing' : 'na'
  const findings = figuresOf(value).map((figure, index) =>
    figure === null ? withoutValue(index + 1, gap) : calculatedSample(item, index + 1, figure),
  )
  const evaluated = { isVisible: true, findings, error: before ?? error }
  if (lacks(evaluated)) state.lacking.add(item.code)
  return evaluated
}

/** An item has one figure, or one per sample. Any other number of figures is no result. */
const ofSize = (size: number, { value, error }: Evaluation): Evaluation => {
  const isOther = Array.isArray(value) && value.length !== size
  return isOther ? { value: null, error: error ?? 'length' } : error ? { value, error } : { value }
}

/** True if a required value is missing. */
const lacks = ({ findings }: EvaluatedItem) =>
  findings.some(({ gap }) => gap === 'open' || gap === 'missing' || gap === 'unusable')

function outcomeOf(
  item: InspectedItem,
  { isVisible, findings, error: before }: EvaluatedItem,
  state: InspectionState,
): ItemOutcome {
  const { is, error: ofCondition } =
    item.required === 'when' ? state.holds(item.requiredWhen) : { is: item.required === 'always' }
  const isRequired = is && isVisible && item.type !== 'note'
  const open = isRequired ? findings.filter(({ gap }) => isOpen(item, gap)) : []
  const samples = findings.map((finding) =>
    sampleOutcome(finding, open.includes(finding) || (isRequired && finding.gap === 'missing')),
  )
  const error = isVisible ? (before ?? ofCondition) : undefined
  return {
    itemKey: item.itemKey,
    judgement: worst([...samples.map(({ judgement }) => judgement), error ? 'PENDING' : 'OK']),
    isVisible,
    isRequired,
    missing: open.length,
    samples,
    ...statisticsOf(item, findings),
    ...(error && { error }),
  }
}

/** A required item that does not apply needs a reason, unless its severity never makes a record NG. */
const isOpen = ({ severity }: InspectedItem, gap: Finding['gap']) =>
  gap === 'open' || (gap === 'unsaid' && severity !== 'info')

function sampleOutcome(
  { sampleNo, judgement, value, raw, fault, isPlausible }: Finding,
  isMissed: boolean,
): SampleOutcome {
  const outcome = { sampleNo, judgement: isMissed ? 'PENDING' : judgement, value, raw, isPlausible } as const
  return fault ? { ...outcome, fault } : outcome
}

function statisticsOf({ type }: InspectedItem, findings: readonly Finding[]) {
  const values = findings.map(({ value }) => value).filter((value) => value !== null)
  if (!isMeasured(type) || values.length === 0) return { mean: null, range: null }
  const sizes = findings.map(({ size }) => size).filter((size) => size !== null)
  if (sizes.length > 0) return { mean: sumOf(values) / sumOf(sizes), range: null }
  return { mean: meanOf(values), range: values.length > 1 ? rangeOf(values) : null }
}
