import type { TextKey } from '../../i18n/text'
import type { TemplateItem } from './schema'
import { decimalsOf } from '../../spc/decimal'
import { compareDecimals } from '../../spc/compare-decimals'
import { codesIn, parseFormula } from '../../spc/formula/formula'
import { hasFormulaValue, orderOf } from '../../spc/formula/order'
import { shapeOf } from '../../spc/formula/shape'
import { isChoice, isCount, isMeasured, MAX_VALUES, MAX_WORK, type ItemType } from '../constants'

/** The content of an item, saved or not. */
export type ItemContent = Omit<TemplateItem, 'itemId' | 'itemKey' | 'seq'>

/** A reason to refuse a publication: the item's index and its faulty field. */
export type TemplateFault = {
  /** -1 for the list itself. */
  index: number
  field: string
  key: TextKey
  values?: Record<string, string | number>
}

/** The field name of a fault in forms: `items.3.usl`. */
export const placeOfFault = ({ index, field }: TemplateFault) => (index === -1 ? 'items' : `items.${index}.${field}`)

type ItemFault = Omit<TemplateFault, 'index'>

/** Types with at most one answer. */
const single: readonly ItemType[] = ['calculated', 'text', 'date', 'note']

/** All faults that prevent a publication, at most one per field. The editor shows the same faults during editing. */
export function templateFaults(items: readonly ItemContent[]): TemplateFault[] {
  if (items.length === 0) return [{ index: -1, field: '', key: 'qcTemplate.fault.noItems' }]
  const byCode = new Map(items.toReversed().map((item) => [item.code, item]))
  const inAnyCase = new Map(items.toReversed().map((item) => [item.code.toLowerCase(), item]))
  const cycle = new Set(orderOf(items).cycle)
  const budget = { values: MAX_VALUES, work: MAX_WORK }
  return items.flatMap((item, index) => {
    const faults: ItemFault[] = [
      ...codeFaults(item, byCode, inAnyCase),
      ...(isMeasured(item.type) ? limitFaults(item) : []),
      ...(isChoice(item.type) ? choiceFaults(item) : []),
      ...formulaFaults(item, byCode, cycle, budget),
      ...sampleFaults(item, budget),
    ]
    const fields = new Set(faults.map(({ field }) => field))
    return [...fields].map((field) => ({ index, ...faults.find((fault) => fault.field === field)! }))
  })
}

/** Sheets and instruments may write codes in any letter case. */
function codeFaults(item: ItemContent, byCode: Items, inAnyCase: Items): ItemFault[] {
  const field = 'code'
  if (byCode.get(item.code) !== item) return [{ field, key: 'qcTemplate.codeTwice' }]
  const other = inAnyCase.get(item.code.toLowerCase())!
  return other === item ? [] : [{ field, key: 'qcTemplate.fault.codeCase', values: { code: other.code } }]
}

/** In ascending order. */
const limits = ['plausLow', 'lsl', 'warnLow', 'nominal', 'warnHigh', 'usl', 'plausHigh'] as const

function limitFaults(item: ItemContent): ItemFault[] {
  const { type, severity, decimals } = item
  const faults: ItemFault[] = []
  let highest: string | null = null
  for (const field of limits) {
    const limit = item[field]
    if (limit === null) continue
    if (highest !== null && compareDecimals(limit, highest) < 0) {
      faults.push({ field, key: 'qcTemplate.fault.limitOrder', values: { other: highest } })
    } else {
      highest = limit
    }
    // Counts are judged by their share, which has no decimals of its own.
    if (!isCount(type) && decimalsOf(plain(limit)) > decimals) {
      faults.push({ field, key: 'qcTemplate.fault.decimals', values: { decimals } })
    }
  }
  const { lsl, usl, warnLow, warnHigh } = item
  const hasLimit = [lsl, usl, warnLow, warnHigh].some((limit) => limit !== null)
  if (!hasLimit && severity !== 'info') faults.push({ field: 'lsl', key: 'qcTemplate.fault.noLimit' })
  return faults
}

/** Without trailing zeros: `1.500` is `1.5`. */
const plain = (limit: string) => (limit.includes('.') ? limit.replace(/\.?0+$/, '') : limit)

function choiceFaults({ type, choices, severity }: ItemContent): ItemFault[] {
  const codes = choices.map(({ code }) => code.toLowerCase())
  const twice = codes.flatMap((code, index) =>
    codes.indexOf(code) === index
      ? []
      : [{ field: `choices.${index}.code`, key: 'qcTemplate.fault.choiceTwice' as const }],
  )
  // Without its own options, yes is good and no is not.
  if (type === 'boolean' && choices.length === 0) return []
  const isYesNo = codes.length === 2 && codes.includes('1') && codes.includes('0')
  if (type === 'boolean' && !isYesNo) return [...twice, { field: 'choices', key: 'qcTemplate.fault.yesNo' }]
  if (choices.length < 2) return [{ field: 'choices', key: 'qcTemplate.fault.fewChoices' }]
  const isJudged = severity === 'info' || choices.some(({ judgement }) => judgement !== 'OK')
  return isJudged ? twice : [...twice, { field: 'choices', key: 'qcTemplate.fault.noVerdict' }]
}

/** The remaining cost of judging a version, for the items that follow. */
type Budget = { values: number; work: number }

type Items = ReadonlyMap<string, ItemContent>

function formulaFaults(item: ItemContent, items: Items, cycle: ReadonlySet<ItemContent>, budget: Budget): ItemFault[] {
  const isAsked = { formula: item.type === 'calculated', requiredWhen: item.required === 'when', visibleWhen: false }
  return (['formula', 'requiredWhen', 'visibleWhen'] as const).flatMap((field): ItemFault[] => {
    const text = item[field].trim()
    if (text === '') return isAsked[field] ? [{ field, key: 'field.required' }] : []
    if (field !== 'visibleWhen' && !isAsked[field]) return [] // not used
    const { formula, fault } = parseFormula(text)
    if (fault) return [{ field, key: `qcTemplate.fault.${fault.kind}`, values: { at: fault.at + 1 } }]
    const codes = codesIn(formula)
    const unknown = codes.find((code) => !items.has(code))
    if (unknown !== undefined) return [{ field, key: 'qcTemplate.fault.unknown_item', values: { code: unknown } }]
    const worded = codes.find((code) => !hasFormulaValue(items.get(code)!.type))
    if (worded !== undefined) return [{ field, key: 'qcTemplate.fault.noNumber', values: { code: worded } }]
    const isInCycle = field !== 'requiredWhen' && cycle.has(item) && codes.some((code) => cycle.has(items.get(code)!))
    if (isInCycle) return [{ field, key: 'qcTemplate.fault.cycle' }]
    const { size, work } = shapeOf(formula, (code) => items.get(code)!.sampleSize)
    if (field === 'formula' && size > 1) return [{ field, key: 'qcTemplate.fault.list' }]
    budget.work -= work
    return budget.work < 0 ? [{ field, key: 'qcTemplate.fault.costly' }] : []
  })
}

function sampleFaults({ type, sampleSize }: ItemContent, budget: Budget): ItemFault[] {
  const field = 'sampleSize'
  if (single.includes(type)) return sampleSize === 1 ? [] : [{ field, key: 'qcTemplate.fault.oneSample' }]
  budget.values -= sampleSize
  return budget.values < 0 ? [{ field, key: 'qcTemplate.fault.manySamples', values: { max: MAX_VALUES } }] : []
}
