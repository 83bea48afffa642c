import { isChoice, isMeasured, type ItemType } from '#shared/qc/constants'
import type { Choice, TemplateItem, TemplateItemInput } from '#shared/qc/template/schema'
import { plainDecimal } from '#shared/spc/typed-decimal'

/** Number fields. A draft stores them as typed. */
export const figureFields = ['nominal', 'lsl', 'usl', 'warnLow', 'warnHigh', 'plausLow', 'plausHigh'] as const
export const countFields = ['decimals', 'sampleSize'] as const
type NumberField = (typeof figureFields)[number] | (typeof countFields)[number]

/** One line of a draft during editing. */
export type DraftItem = Omit<TemplateItem, NumberField | 'itemId' | 'itemKey' | 'seq' | 'choices'> &
  Record<NumberField, string> & {
    /** Identifies the line on the screen. */
    rowId: number
    /** Undefined until it has been saved. */
    itemKey: string | undefined
    choices: readonly Choice[]
  }

/** A field of an item, by its API name. */
export type ItemField = Exclude<keyof DraftItem, 'rowId' | 'itemKey'>
export type ItemChange = Partial<Pick<DraftItem, ItemField>>

let lastRowId = 0
const nextRowId = () => (lastRowId += 1)

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

/** A measured value has a control chart by default. */
const isChartedByDefault = (type: ItemType) => type === 'numeric'

/** An item after a change; a new type resets charting to its default. */
export const changed = (item: DraftItem, change: ItemChange): DraftItem => ({
  ...item,
  ...(change.type !== undefined && change.type !== item.type && { spc: isChartedByDefault(change.type) }),
  ...change,
})

export const newItem = (fields: ItemChange = {}): DraftItem => ({
  ...blank,
  rules: [...blank.rules],
  spc: isChartedByDefault(fields.type ?? blank.type),
  ...fields,
  rowId: nextRowId(),
  itemKey: undefined,
})

/** The draft line of a saved item. */
export function draftItemOf({ itemId: _id, seq: _seq, choices, ...item }: TemplateItem): DraftItem {
  const figures = Object.fromEntries(figureFields.map((field) => [field, item[field] ?? '']))
  return {
    ...item,
    ...(figures as Record<(typeof figureFields)[number], string>),
    decimals: String(item.decimals),
    sampleSize: String(item.sampleSize),
    choices: choices.map(withVerdict),
    rowId: nextRowId(),
  }
}

/** An option is never pending. */
const withVerdict = ({ judgement, ...choice }: TemplateItem['choices'][number]): Choice => ({
  ...choice,
  judgement: judgement === 'PENDING' ? 'OK' : judgement,
})

/** A copy of a line, under an unused code. */
export function duplicateOf(item: DraftItem, others: readonly DraftItem[]): DraftItem {
  return { ...item, code: freeCode(item.code, others), rowId: nextRowId(), itemKey: undefined }
}

function freeCode(code: string, others: readonly DraftItem[]): string {
  const taken = new Set(others.map((item) => item.code.toLowerCase()))
  const stem = code.replace(/_?\d+$/, '') || 'item'
  for (let count = 2; ; count += 1) {
    const free = `${stem}_${count}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

const onlyMeasured = [...figureFields, 'decimals', 'unit', 'judgeMode', 'spc', 'chart', 'rules'] as const

/**
 * True if a field applies to a type. Other fields are kept while the draft is written, and left out when it is saved.
 */
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

/** A line as sent to the server: fields that do not apply to its type are blank. */
export function inputOf(item: DraftItem): TemplateItemInput {
  const { rowId: _rowId, ...fields } = withoutForeignFields(item)
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

export function withoutForeignFields(item: DraftItem): DraftItem {
  const note = item.type === 'note' ? ({ severity: 'info', required: 'never' } as const) : {}
  const requiredWhen = item.required === 'when' ? item.requiredWhen : ''
  const foreign = (Object.keys(blank) as ItemField[]).filter((field) => !isFieldOf(item.type, field))
  return { ...item, requiredWhen, ...Object.fromEntries(foreign.map((field) => [field, blank[field]])), ...note }
}

/** True if saving would change nothing. */
export function isSame(items: readonly DraftItem[], saved: readonly DraftItem[]): boolean {
  if (items === saved) return true
  return items.length === saved.length && items.every((item, index) => isSameItem(item, saved[index]))
}

const isSameItem = (item: DraftItem, saved: DraftItem | undefined) =>
  item === saved ||
  (saved !== undefined &&
    item.itemKey === saved.itemKey &&
    JSON.stringify(inputOf(item)) === JSON.stringify(inputOf(saved)))
