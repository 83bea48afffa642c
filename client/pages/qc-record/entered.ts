import type { RecordDetail, RecordValue } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'
import type { ChangedRecord } from '../../api/qc-record'
import { emptyValue, type EnteredValue } from '../../stores/qc-draft'
import { isEntered } from '../../stores/qc-draft-record'

/** What can be changed of a record: its values, and the circumstances they were taken in. */
export type Content = {
  lotId: number | null
  lotNo: string | null
  equipmentId: number | null
  equipmentName: string | null
  /** ISO 8601. */
  inspectedAt: string
  remark: string
  values: readonly EnteredValue[]
}

/** A record as the server holds it, as its fields show it. */
export function contentOf(record: RecordDetail): Content {
  const { lotId, lotNo, equipmentId, equipmentName, inspectedAt, remark, values } = record
  return { lotId, lotNo, equipmentId, equipmentName, inspectedAt, remark, values: values.map(enteredOf) }
}

const enteredOf = ({
  itemKey,
  sampleNo,
  state,
  raw,
  den,
  missingCode,
  gaugeId,
  confirmed,
}: RecordValue): EnteredValue => ({
  itemKey,
  sampleNo,
  state,
  raw: raw ?? '',
  den: den === null ? '' : String(den),
  missingCode,
  gaugeId,
  confirmed,
})

/** The values with one of them changed, or made; the others stay the same objects, so that they are not drawn anew. */
export function withValue(
  values: readonly EnteredValue[],
  itemKey: string,
  sampleNo: number,
  change: Partial<EnteredValue>,
): EnteredValue[] {
  const at = values.findIndex((value) => value.itemKey === itemKey && value.sampleNo === sampleNo)
  const before = values[at] ?? emptyValue(itemKey, sampleNo)
  const next = { ...before, ...change }
  return at < 0 ? [...values, next] : values.with(at, next)
}

/** What is sent: of items that count now, without what is calculated from them, and without what is blank. */
export const sentValues = (
  values: readonly EnteredValue[],
  items: readonly TemplateItem[],
  isVisible: (itemKey: string) => boolean,
): NonNullable<ChangedRecord['values']> => {
  const entered = new Set(
    items.filter(({ type }) => type !== 'calculated' && type !== 'note').map((one) => one.itemKey),
  )
  return values
    .filter((value) => entered.has(value.itemKey) && isVisible(value.itemKey) && isEntered(value))
    .map(({ raw, den, ...value }) => ({
      ...value,
      raw: value.state === 'present' ? raw || null : null,
      den: value.state === 'present' ? den || null : null,
    }))
}

/** Names a value among all of a record. */
export const cellKey = ({ itemKey, sampleNo }: Pick<EnteredValue, 'itemKey' | 'sampleNo'>) => `${itemKey}/${sampleNo}`

const sameValue = (one: EnteredValue, other: EnteredValue) =>
  (!isEntered(one) && !isEntered(other)) ||
  (one.state === other.state &&
    one.raw === other.raw &&
    one.den === other.den &&
    one.missingCode === other.missingCode &&
    one.gaugeId === other.gaugeId &&
    one.confirmed === other.confirmed)

const circumstances = ['lotId', 'equipmentId', 'inspectedAt', 'remark'] as const
export type Circumstance = (typeof circumstances)[number]

/** What differs between two contents of a record; values that are calculated do by themselves and do not count. */
export function differences(
  one: Content,
  other: Content,
  items: readonly TemplateItem[],
): { circumstances: Circumstance[]; values: { itemKey: string; sampleNo: number }[] } {
  const calculated = new Set(items.filter(({ type }) => type === 'calculated').map(({ itemKey }) => itemKey))
  const ones = new Map(one.values.map((value) => [cellKey(value), value]))
  const others = new Map(other.values.map((value) => [cellKey(value), value]))
  const all = [...new Map([...ones, ...others]).values()]
  return {
    circumstances: circumstances.filter((name) => one[name] !== other[name]),
    values: all
      .filter((value) => {
        if (calculated.has(value.itemKey)) return false
        const blank = emptyValue(value.itemKey, value.sampleNo)
        return !sameValue(ones.get(cellKey(value)) ?? blank, others.get(cellKey(value)) ?? blank)
      })
      .map(({ itemKey, sampleNo }) => ({ itemKey, sampleNo })),
  }
}

export function isSame(one: Content, other: Content, items: readonly TemplateItem[]): boolean {
  if (one === other) return true
  const found = differences(one, other, items)
  return found.circumstances.length === 0 && found.values.length === 0
}
