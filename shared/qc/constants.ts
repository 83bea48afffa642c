/** The constants of the quality-control domain, in the form in which they are stored and sent. */

/** The place of an inspection in the process: incoming, in process, final, outgoing, first article, patrol. */
export const stages = ['iqc', 'ipqc', 'fqc', 'oqc', 'first', 'patrol'] as const
export type Stage = (typeof stages)[number]

export const templateStatuses = ['active', 'retired'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** A check of a machine is overdue after this multiple of the usual interval. */
export const OVERDUE_INTERVALS = 1.5

/** The first state in which a record is in the charts. */
export const chartFroms = ['submitted', 'approved'] as const
export type ChartFrom = (typeof chartFroms)[number]

export const versionStatuses = ['draft', 'published', 'superseded'] as const
export type VersionStatus = (typeof versionStatuses)[number]

/**
 * The kind of an item's answer. `defectives`: a count of pieces; `defects`: a count on an inspected quantity; `note`:
 * a text to read, without an answer.
 */
export const itemTypes = [
  'numeric',
  'calculated',
  'boolean',
  'choice',
  'multi',
  'text',
  'date',
  'defectives',
  'defects',
  'note',
] as const
export type ItemType = (typeof itemTypes)[number]

/** Types whose values are numbers and can have limits. */
export const measuredTypes = ['numeric', 'calculated', 'defectives', 'defects'] as const satisfies ItemType[]
export const isMeasured = (type: ItemType) => measuredTypes.some((measured) => measured === type)

/** Types whose values are counts: of pieces, or on a quantity. */
export const isCount = (type: ItemType): type is 'defectives' | 'defects' => type === 'defectives' || type === 'defects'

/** Types whose answers carry their own judgement. */
const choiceTypes = ['boolean', 'choice', 'multi'] as const satisfies ItemType[]
export const isChoice = (type: ItemType) => choiceTypes.some((choice) => choice === type)

/** Types that have a criterion of acceptance. Free text and dates are recorded, not judged. */
export const hasCriterion = (type: ItemType) => isMeasured(type) || isChoice(type)

/** `info` never makes a record NG. */
export const severities = ['critical', 'major', 'minor', 'info'] as const
export type Severity = (typeof severities)[number]

export const requirements = ['always', 'never', 'when'] as const
export type Requirement = (typeof requirements)[number]

/** `absolute` compares the typed value; `rounded` first rounds it to the item's decimals. */
export const judgeModes = ['absolute', 'rounded'] as const
export type JudgeMode = (typeof judgeModes)[number]

export const charts = ['auto', 'imr', 'xbar-r', 'xbar-s', 'p', 'np', 'c', 'u'] as const
export type Chart = (typeof charts)[number]

/** Against the specification, the best first. PENDING: a required value is missing. */
export const judgements = ['OK', 'WARN', 'NG', 'PENDING'] as const
export type Judgement = (typeof judgements)[number]

export const recordStatuses = ['draft', 'submitted', 'reviewed', 'approved', 'rejected', 'voided'] as const
export type RecordStatus = (typeof recordStatuses)[number]

export const recordSources = ['manual', 'offline', 'import', 'instrument'] as const
export type RecordSource = (typeof recordSources)[number]

/** `missing`: required but absent, with a reason; `na`: does not apply. */
export const valueStates = ['present', 'missing', 'na'] as const
export type ValueState = (typeof valueStates)[number]

export const equipmentKinds = ['line', 'machine', 'station', 'gauge'] as const
export type EquipmentKind = (typeof equipmentKinds)[number]

export const lotStatuses = ['open', 'hold', 'closed'] as const
export type LotStatus = (typeof lotStatuses)[number]

/** The meanings of signatures. */
export const meanings = ['reviewed', 'approved', 'rejected', 'reopened', 'voided', 'released'] as const
export type Meaning = (typeof meanings)[number]

/** The kinds of objects with labels. */
export const codeKinds = ['record', 'template', 'lot', 'equipment'] as const
export type CodeKind = (typeof codeKinds)[number]

/** The dictionaries of quality control. Their first entries are seeded; users add their own. */
export const qcDicts = {
  stage: 'qc_stage',
  unit: 'qc_unit',
  disposition: 'qc_disposition',
  missingReason: 'qc_missing_reason',
  changeReason: 'qc_change_reason',
  defect: 'qc_defect',
  cause: 'qc_cause',
  action: 'qc_action',
} as const

/** This reason for a change needs an explanation in words. */
export const OTHER_REASON = 'other'

/** Replaces a redacted text, the same in every language. */
export const REDACTED = '██████'

/** Maximum number of values of one item in one record. */
export const MAX_SAMPLES = 200
/** Maximum number of entered values in one record. Every keystroke judges the whole record again. */
export const MAX_VALUES = 2000
/** Maximum number of figures that all formulas of one version may compute: a few milliseconds. */
export const MAX_WORK = 100_000
/** Maximum number of items in one version. */
export const MAX_ITEMS = 300
/** Maximum number of comments on one record. One page shows all of them. */
export const MAX_COMMENTS = 200
/** Maximum number of people addressed by one comment. */
export const MAX_MENTIONS = 20
/** Maximum age of the inspection of a record that was made offline. */
export const MAX_LATE_MS = 7 * 24 * 60 * 60_000
/** Maximum time by which the clock of a device may be ahead. */
export const MAX_AHEAD_MS = 5 * 60_000
/** An entry after this time is late. */
export const LATE_ENTRY_MS = 30 * 60_000
