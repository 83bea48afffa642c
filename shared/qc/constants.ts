/** The words of the quality-control domain, as they are stored and travel. */

/** Where in the plant something is inspected: incoming, in process, final, outgoing, first article, patrol. */
export const stages = ['iqc', 'ipqc', 'fqc', 'oqc', 'first', 'patrol'] as const
export type Stage = (typeof stages)[number]

export const templateStatuses = ['active', 'retired'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** A check of a machine is overdue when it is later than this many of the usual intervals. */
export const OVERDUE_INTERVALS = 1.5

/** From which state on a record is in the charts. */
export const chartFroms = ['submitted', 'approved'] as const
export type ChartFrom = (typeof chartFroms)[number]

export const versionStatuses = ['draft', 'published', 'superseded'] as const
export type VersionStatus = (typeof versionStatuses)[number]

/**
 * What an item is answered with. `defectives`: how many of how many; `defects`: how many on how much; `note` is a text
 * to be read, nothing is entered.
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

/** Types whose values are counts: of how many, or on how much. */
export const isCount = (type: ItemType): type is 'defectives' | 'defects' => type === 'defectives' || type === 'defects'

/** Types whose answers carry a judgement of their own. */
const choiceTypes = ['boolean', 'choice', 'multi'] as const satisfies ItemType[]
export const isChoice = (type: ItemType) => choiceTypes.some((choice) => choice === type)

/** Types that have a criterion of acceptance. Free text and dates are recorded, not judged. */
export const hasCriterion = (type: ItemType) => isMeasured(type) || isChoice(type)

/** `info` never makes a record NG. */
export const severities = ['critical', 'major', 'minor', 'info'] as const
export type Severity = (typeof severities)[number]

export const requirements = ['always', 'never', 'when'] as const
export type Requirement = (typeof requirements)[number]

/** Whether the value is compared as it was typed, or rounded to the item's decimals first. */
export const judgeModes = ['absolute', 'rounded'] as const
export type JudgeMode = (typeof judgeModes)[number]

export const charts = ['auto', 'imr', 'xbar-r', 'xbar-s', 'p', 'np', 'c', 'u'] as const
export type Chart = (typeof charts)[number]

/** Against the specification, the best first; PENDING where something required is missing. */
export const judgements = ['OK', 'WARN', 'NG', 'PENDING'] as const
export type Judgement = (typeof judgements)[number]

export const recordStatuses = ['draft', 'submitted', 'reviewed', 'approved', 'rejected', 'voided'] as const
export type RecordStatus = (typeof recordStatuses)[number]

export const recordSources = ['manual', 'offline', 'import', 'instrument'] as const
export type RecordSource = (typeof recordSources)[number]

/** `missing`: should be there and is not, with a reason; `na`: does not apply. */
export const valueStates = ['present', 'missing', 'na'] as const
export type ValueState = (typeof valueStates)[number]

export const equipmentKinds = ['line', 'machine', 'station', 'gauge'] as const
export type EquipmentKind = (typeof equipmentKinds)[number]

export const lotStatuses = ['open', 'hold', 'closed'] as const
export type LotStatus = (typeof lotStatuses)[number]

/** The meanings of signatures. */
export const meanings = ['reviewed', 'approved', 'rejected', 'reopened', 'voided', 'released'] as const
export type Meaning = (typeof meanings)[number]

/** What a label can stand for. */
export const codeKinds = ['record', 'template', 'lot', 'equipment'] as const
export type CodeKind = (typeof codeKinds)[number]

/** The dictionaries of quality control. Their first entries are seeded; plants add their own. */
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

/** The reason for a change that has to be put into words. */
export const OTHER_REASON = 'other'

/** Replaces a redacted text, the same in every language. */
export const REDACTED = '██████'

/** Values of one item in one record. */
export const MAX_SAMPLES = 200
/** Values of all that is entered into one record: it is judged anew with every key that is pressed. */
export const MAX_VALUES = 2000
/** Figures that all formulas of one version may reckon: a few milliseconds. */
export const MAX_WORK = 100_000
/** Items of one version. */
export const MAX_ITEMS = 300
/** What people say of one record: a page shows all of it. */
export const MAX_COMMENTS = 200
/** People whom one comment addresses. */
export const MAX_MENTIONS = 20
/** A record that was made without network may have been inspected so long ago. */
export const MAX_LATE_MS = 7 * 24 * 60 * 60_000
/** Clocks of devices may run ahead by so much. */
export const MAX_AHEAD_MS = 5 * 60_000
/** From here on an entry counts as late. */
export const LATE_ENTRY_MS = 30 * 60_000
