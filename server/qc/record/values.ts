import { isCount, type RecordSource } from '#shared/qc/constants'
import { isTypedSource } from '#shared/qc/record/workflow'
import { codes } from '#shared/envelope'
import type { ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { plainDecimal } from '#shared/spc/typed-decimal'
import { inspect, type Entered, type Inspection, type SampleOutcome } from '#shared/spc/sampling/inspection'
import { Refusal } from '../../platform/http/refusal'
import { keyOfValue, type Value } from './content'

/** A judged value before its author and time are known. */
export type JudgedValue = Omit<Value, 'valueId' | 'qcValueBaseId' | 'enteredBy' | 'enteredAt' | 'corrected'>
export type Judged = { inspection: Inspection; values: JudgedValue[] }

/** An item on its own, independent of the other items of the record. */
export const unconditional = (item: TemplateItem): TemplateItem => ({ ...item, visibleWhen: '', required: 'never' })

/**
 * Judges entered values. Calculated values are computed here and never taken from the caller. Values of items that do
 * not apply and empty values are left out.
 * @param source instruments and sheets may give more digits than the form takes
 * @throws Refusal at a value that does not fit its item, `values.3.raw`
 */
export function judgeValues(
  items: readonly TemplateItem[],
  given: readonly ValueInput[],
  source: RecordSource,
): Judged {
  const before = ahead.get(given)
  if (before?.items === items) return before.judged
  const byKey = new Map(items.map((item) => [item.itemKey, item]))
  const places = new Map<string, number>()
  const entered: Entered[] = []
  for (const [index, value] of given.entries()) {
    const item = byKey.get(value.itemKey)
    const at = `values.${index}`
    if (!item) throw new Refusal(codes.badRequest, 'qcRecord.itemUnknown').at(`${at}.itemKey`)
    if (!isEntered(item)) continue // clients send back calculated values and notes
    if (value.sampleNo > item.sampleSize) {
      throw new Refusal(codes.badRequest, 'qcRecord.sampleBeyond', { max: item.sampleSize }).at(`${at}.sampleNo`)
    }
    if (value.state === 'missing' && !value.missingCode) {
      throw new Refusal(codes.badRequest, 'qcRecord.missingNeedsReason').at(`${at}.missingCode`)
    }
    const key = keyOfValue(value)
    if (places.has(key)) throw new Refusal(codes.badRequest, 'qcRecord.valueTwice').at(`${at}.sampleNo`)
    places.set(key, index)
    entered.push(enteredOf(value))
  }
  const inspection = inspect(items, entered)
  const values = inspection.items.flatMap(({ itemKey, samples, isVisible }, number): JudgedValue[] => {
    const item = items[number]!
    if (!isVisible) return []
    return samples.flatMap((sample): JudgedValue[] => {
      if (item.type === 'calculated') return sample.raw === null ? [] : [calculated(item, sample)]
      const index = places.get(keyOfValue({ itemKey, sampleNo: sample.sampleNo }))
      const value = index === undefined ? undefined : given[index]
      if (!value) return []
      refuseFault(sample, item, source, `values.${index}.raw`)
      return sample.raw === null && value.state === 'present' ? [] : [storedOf(item, sample, value)]
    })
  })
  return { inspection, values }
}

/** Results judged before the save, because transactions must be short. */
const ahead = new WeakMap<readonly ValueInput[], { items: readonly TemplateItem[]; judged: Judged }>()

/** Computes the result of {@link judgeValues} for these very lists in advance. Its results per item are not kept. */
export function judgeAhead(items: readonly TemplateItem[], given: readonly ValueInput[], source: RecordSource): void {
  const { inspection, values } = judgeValues(items, given, source)
  ahead.set(given, { items, judged: { inspection: { ...inspection, items: [] }, values } })
}

/** Judges the stored values of a record again. */
export const inspectStored = (
  items: readonly TemplateItem[],
  values: readonly Pick<Value, 'itemKey' | 'sampleNo' | 'state' | 'missingCode' | 'raw' | 'den' | 'confirmed'>[],
): Inspection =>
  inspect(
    items,
    values.map(({ den, ...value }) => ({ ...value, den: den === null ? null : String(den) })),
  )

/** True if people enter values of an item. */
export const isEntered = ({ type }: Pick<TemplateItem, 'type'>) => type !== 'calculated' && type !== 'note'

const enteredOf = ({ itemKey, sampleNo, state, raw, den, confirmed, missingCode }: ValueInput): Entered => ({
  itemKey,
  sampleNo,
  state,
  raw: raw ?? null,
  den: den ?? null,
  confirmed,
  missingCode,
})

function calculated(
  { itemId, itemKey }: TemplateItem,
  { sampleNo, raw, value, judgement }: SampleOutcome,
): JudgedValue {
  const rest = { missingCode: null, den: null, gaugeId: null, gaugeOverdueSince: null, confirmed: false }
  return { itemId, itemKey, sampleNo, state: 'present', raw, num: value, judgement, ...rest }
}

function storedOf({ itemId, type }: TemplateItem, sample: SampleOutcome, given: ValueInput): JudgedValue {
  const { sampleNo, judgement, raw, value } = sample
  const isThere = given.state === 'present'
  return {
    itemId,
    itemKey: given.itemKey,
    sampleNo,
    state: given.state,
    missingCode: isThere ? null : given.missingCode || null,
    raw: isThere ? raw : null,
    num: isThere ? value : null,
    den: isThere && isCount(type) ? Number(plainDecimal(given.den ?? '')) : null,
    judgement,
    gaugeId: given.gaugeId ?? null,
    gaugeOverdueSince: null, // known once the gauge is looked up
    confirmed: given.confirmed,
  }
}

function refuseFault({ fault }: SampleOutcome, { decimals }: TemplateItem, source: RecordSource, field: string) {
  if (fault === undefined) return
  if (fault !== 'decimals') throw new Refusal(codes.badRequest, `qcRecord.fault.${fault}`).at(field)
  if (isTypedSource(source)) throw new Refusal(codes.badRequest, 'qcRecord.fault.decimals', { decimals }).at(field)
}
