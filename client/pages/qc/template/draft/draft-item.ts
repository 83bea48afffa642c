import { isChoice, isMeasured, type ItemType } from '#shared/qc/constants'
import type { Choice, TemplateItem, TemplateItemInput } from '#shared/qc/template/schema'
import { plainDecimal } from '#shared/spc/decimal'

/** Fields that hold a figure, which stand in a draft as they were typed. */
export const figureFields = ['nominal', 'lsl', 'usl', 'warnLow', 'warnHigh', 'plausLow', 'plausHigh'] as const
export const countFields = ['decimals', 'sampleSize'] as const
type Typed = (typeof figureFields)[number] | (typeof countFields)[number]

/** One line of a draft while it is being written. */
export type DraftItem = Omit<TemplateItem, Typed | 'itemId' | 'itemKey' | 'seq' | 'choices'> &
  Record<Typed, string> & {
    /** Tells the line from the others on the screen. */
    rowId: number
    /** Undefined until it has been saved. */
    itemKey: string | undefined
    choices: readonly Choice[]
  }

/** A field of an item, by its name on the wire. */
export type ItemField = Exclude<keyof DraftItem, 'rowId' | 'itemKey'>
export type ItemChange = Partial<Pick<DraftItem, ItemField>>

let lastRow = 0
const nextRow = () => (lastRow += 1)

const blank = {
  groupName: '',
  code: '',
  name: '',
  nameEn: '',
  type: 'numeric',
  unit: '',
  decimals: '2',
  nominal: '',
  lsl: '',
  usl: '',
  warnLow: '',
  warnHigh: '',
  plausLow: '',
  plausHigh: '',
  judgeMode: 'absolute',
  sampleSize: '1',
  severity: 'major',
  required: 'always',
  requiredWhen: '',
  visibleWhen: '',
  formula: '',
  choices: [],
  gaugeKind: '',
  instruction: '',
  spc: false,
  chart: 'auto',
  rules: [1, 2, 5],
} as const satisfies Omit<DraftItem, 'rowId' | 'itemKey' | 'rules'> & { rules: readonly number[] }

/** A measured value belongs in a control chart unless the engineer says otherwise. */
const isChartedByDefault = (type: ItemType) => type === 'numeric'

/** An item after a change; with another type it is charted as that type is by default. */
export const changed = (item: DraftItem, change: ItemChange): DraftItem => ({
  ...item,
  ...(change.type !== undefined && change.type !== item.type && { spc: isChartedByDefault(change.type) }),
  ...change,
})

export const newItem = (given: ItemChange = {}): DraftItem => ({
  ...blank,
  rules: [...blank.rules],
  spc: isChartedByDefault(given.type ?? blank.type),
  ...given,
  rowId: nextRow(),
  itemKey: undefined,
})

/** A line as it was saved, to be written on. */
export function draftOf({ itemId: _id, seq: _seq, choices, ...item }: TemplateItem): DraftItem {
  const typed = Object.fromEntries(figureFields.map((field) => [field, item[field] ?? ''])) as Record<Typed, string>
  return {
    ...item,
    ...typed,
    decimals: String(item.decimals),
    sampleSize: String(item.sampleSize),
    choices: choices.map(withVerdict),
    rowId: nextRow(),
  }
}

/** An option is never pending. */
const withVerdict = ({ judgement, ...choice }: TemplateItem['choices'][number]): Choice => ({
  ...choice,
  judgement: judgement === 'PENDING' ? 'OK' : judgement,
})

/** The same once more, under a code that is free. */
export function duplicateOf(item: DraftItem, others: readonly DraftItem[]): DraftItem {
  return { ...item, code: freeCode(item.code, others), rowId: nextRow(), itemKey: undefined }
}

function freeCode(code: string, others: readonly DraftItem[]): string {
  const taken = new Set(others.map((item) => item.code.toLowerCase()))
  const stem = code.replace(/_?\d+$/, '') || 'item'
  for (let count = 2; ; count += 1) {
    const wanted = `${stem}_${count}`
    if (!taken.has(wanted.toLowerCase())) return wanted
  }
}

const onlyMeasured = [...figureFields, 'decimals', 'unit', 'judgeMode', 'spc', 'chart', 'rules'] as const

/** What means something for a type; the rest is kept while it is written, and left out when it is saved. */
export function isFieldOf(type: ItemType, field: ItemField): boolean {
  if (onlyMeasured.some((name) => name === field)) return isMeasured(type)
  switch (field) {
    case 'choices':
      return isChoice(type)
    case 'formula':
      return type === 'calculated'
    case 'gaugeKind':
      return type === 'numeric'
    case 'sampleSize':
      return !['calculated', 'text', 'date', 'note'].includes(type)
    case 'severity':
    case 'required':
    case 'requiredWhen':
      return type !== 'note'
    default:
      return true
  }
}

/** What the server is sent of a line: what means nothing for its type as if it had never been filled in. */
export function inputOf(item: DraftItem): TemplateItemInput {
  const { rowId: _row, ...fields } = cleared(item)
  const figures = Object.fromEntries(figureFields.map((field) => [field, plainDecimal(fields[field]) || null]))
  return {
    ...fields,
    ...(figures as Record<(typeof figureFields)[number], string | null>),
    choices: [...fields.choices],
    rules: [...fields.rules],
    decimals: Number(fields.decimals),
    sampleSize: Number(fields.sampleSize),
  }
}

export function cleared(item: DraftItem): DraftItem {
  const note = item.type === 'note' ? ({ severity: 'info', required: 'never' } as const) : {}
  const requiredWhen = item.required === 'when' ? item.requiredWhen : ''
  const foreign = itemFields.filter((field) => !isFieldOf(item.type, field))
  return { ...item, requiredWhen, ...Object.fromEntries(foreign.map((field) => [field, blank[field]])), ...note }
}

/** All fields, in the order in which they are spoken of. */
const itemFields = [
  'groupName',
  'code',
  'name',
  'nameEn',
  'type',
  'unit',
  'decimals',
  'nominal',
  'lsl',
  'usl',
  'warnLow',
  'warnHigh',
  'plausLow',
  'plausHigh',
  'judgeMode',
  'sampleSize',
  'severity',
  'required',
  'requiredWhen',
  'visibleWhen',
  'formula',
  'choices',
  'gaugeKind',
  'instruction',
  'spc',
  'chart',
  'rules',
] as const satisfies ItemField[]

/** True where saving would change nothing. */
export function isSame(items: readonly DraftItem[], saved: readonly DraftItem[]): boolean {
  if (items === saved) return true
  return items.length === saved.length && items.every((item, index) => isSameItem(item, saved[index]))
}

const isSameItem = (item: DraftItem, saved: DraftItem | undefined) =>
  item === saved ||
  (saved !== undefined &&
    item.itemKey === saved.itemKey &&
    JSON.stringify(inputOf(item)) === JSON.stringify(inputOf(saved)))
