import { nameSchemas, z } from '../../zod'
import {
  judgements,
  MAX_ITEMS,
  MAX_MENTIONS,
  MAX_SAMPLES,
  meanings,
  recordSources,
  stages,
  valueStates,
} from '../constants'
import { FirstOfPeriod, LastOfPeriod } from '../../list/moment'
import { Id, Instant, line, listQuery, LockVersion, name, optionalLine, several } from '../../list/page'
import { Assignment } from '../assignment'
import { ProductFilter, ReasonCode, RecordStatus } from '../figures'
import { ItemKey, TemplateItem } from '../template/schema'
import { InspectionTime } from './inspection-time'
import { PhotoInput, RecordPhoto } from './photo'
import { MOST_PHOTOS } from './photo-limits'

const MAX_VALUES = MAX_ITEMS * 20

/**
 * One entered value. `raw` is the typed text: a decimal, a choice's code (several joined by commas), a day, or words.
 */
export const ValueInput = z.object({
  itemKey: ItemKey,
  sampleNo: z.int().min(1).max(MAX_SAMPLES),
  state: z.enum(valueStates).default('present'),
  raw: line(2000).nullish(),
  /** For counts: the number or quantity inspected; decimal text. */
  den: line(32).nullish(),
  /** A code of the dictionary of reasons, if `state` is `missing`. */
  missingCode: line(64).nullish(),
  gaugeId: Id.nullish(),
  /** The operator confirmed an improbable value. */
  confirmed: z.boolean().default(false),
})
export type ValueInput = z.infer<typeof ValueInput>

const circumstances = {
  lotId: Id.nullish(),
  equipmentId: Id.nullish(),
  /** Without it: the shift at work at that time. */
  shiftId: Id.nullish(),
  inspectedAt: z.iso
    .datetime({ offset: true })
    .meta({ examples: ['2026-11-21T10:13:20+08:00'] })
    .optional(),
}
const Values = z.array(ValueInput).max(MAX_VALUES)
const Photos = z.array(PhotoInput).max(MOST_PHOTOS)

/** A new record. A second call with the same `clientUid` returns the existing record. */
export const RecordInput = z.object({
  clientUid: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'qcInstrument.uidFormat')
    .meta({ examples: ['0191f3a6-7c1e-7000-8000-5b1f5a1c2d3e'] })
    .optional(),
  templateId: Id,
  /** The version at the start of the entry. Without it, the published one. */
  versionNo: z.int().min(1).optional(),
  source: z.enum(['manual', 'offline']).default('manual'),
  retestOf: Id.nullish(),
  ...circumstances,
  remark: optionalLine(1000),
  values: Values.default([]),
  /** Photos that the caller uploaded before. */
  photos: Photos.default([]),
})
export type RecordInput = z.infer<typeof RecordInput>

/** A change of a record. Fields that are left out stay. After the first submission a change needs a reason. */
export const RecordChange = z.object({
  lockVersion: LockVersion,
  reasonCode: ReasonCode,
  reason: optionalLine(500),
  ...circumstances,
  remark: line(1000).nullish(),
  /** All values: a value that is left out is deleted. */
  values: Values.optional(),
  /** All photos: a photo that is left out is removed. */
  photos: Photos.optional(),
})
export type RecordChange = z.infer<typeof RecordChange>

export const Transition = z.object({
  lockVersion: LockVersion,
  /** A comment, kept with the record. */
  comment: optionalLine(1000),
  reasonCode: ReasonCode,
  reason: optionalLine(500),
  /** The disposition of the parts of an NG record; a value of the dictionary. */
  disposition: line(64).optional(),
  /** Required if a signature is required. */
  password: z.string().max(128).optional(),
})
export type Transition = z.infer<typeof Transition>

/** Maximum number of records per bulk approval. */
const MAX_BULK_APPROVAL = 200

/** Several records approved at once. Each has its own signature, and each NG record its own disposition. */
export const BulkApproval = Transition.omit({ lockVersion: true, disposition: true }).extend({
  records: z
    .array(z.object({ qcValueBaseId: Id, ...Transition.pick({ lockVersion: true, disposition: true }).shape }))
    .min(1)
    .max(MAX_BULK_APPROVAL),
})
export type BulkApproval = z.infer<typeof BulkApproval>

export const ApprovalQuery = z.object({ qcValueBaseId: z.array(Id).min(1).max(MAX_BULK_APPROVAL) })

/** The summary of records before one password signs several of them. */
export const ApprovalSummary = z.object({
  isPasswordAsked: z.boolean(),
  /** Set while a password given earlier in this session is valid for further signatures. */
  passwordGoodUntil: Instant.optional(),
  /** In the requested order. Records that do not exist or are outside of the data scope are left out. */
  records: z.array(
    z.object({
      qcValueBaseId: z.int(),
      recordNo: z.string(),
      templateName: z.string(),
      templateNameEn: z.string(),
      judgement: z.enum(judgements),
      /** Open signals that the caller may see. */
      openSignals: z.int(),
      lockVersion: z.int(),
      /** The reason that prevents an approval by the caller, in words. */
      hindrance: z.string().nullable(),
    }),
  ),
})
export type ApprovalSummary = z.infer<typeof ApprovalSummary>

/** The hindrances of a bulk approval, per record. None of the records was approved. */
export const BulkFaults = z.object({
  faults: z.array(z.object({ qcValueBaseId: z.int(), recordNo: z.string(), message: z.string() })),
})
export type BulkFaults = z.infer<typeof BulkFaults>

/** `mentions` are the ids of people who may see the record. The comment appears in their inbox. */
export const CommentInput = z.object({ text: name(1000), mentions: z.array(Id).max(MAX_MENTIONS).default([]) })
export type CommentInput = z.infer<typeof CommentInput>

/** A row of the list. */
export const RecordRow = z.object({
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  productId: z.int(),
  product: z.string(),
  templateId: z.int(),
  templateCode: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
  stage: z.enum(stages),
  versionNo: z.int(),
  lotId: z.int().nullable(),
  lotNo: z.string().nullable(),
  equipmentId: z.int().nullable(),
  equipmentName: z.string().nullable(),
  equipmentNameEn: z.string().nullable(),
  shiftId: z.int().nullable(),
  shiftName: z.string().nullable(),
  shiftNameEn: z.string().nullable(),
  operatorId: z.int(),
  operatorName: z.string(),
  businessDay: z.string(),
  inspectedAt: Instant,
  source: z.enum(recordSources),
  status: RecordStatus,
  judgement: z.enum(judgements),
  /** As required by the template when the record was created. */
  signLevels: z.literal([0, 1, 2]),
  ngItems: z.int(),
  warnItems: z.int(),
  missingItems: z.int(),
  lockVersion: z.int(),
  /** The time since which it waits for a signature; null if it does not wait. */
  waitingSince: Instant.nullable(),
  updatedAt: Instant,
})
export type RecordRow = z.infer<typeof RecordRow>

export const RecordValue = z.object({
  itemKey: z.string(),
  sampleNo: z.int(),
  state: z.enum(valueStates),
  missingCode: z.string().nullable(),
  raw: z.string().nullable(),
  /** The number read from `raw`. */
  value: z.number().nullable(),
  den: z.number().nullable(),
  judgement: z.enum(judgements),
  gaugeId: z.int().nullable(),
  /** The day on which the calibration of its gauge had expired, if it had expired at the time of the measurement. */
  gaugeOverdueSince: z.iso.date().nullable(),
  confirmed: z.boolean(),
  enteredBy: z.int(),
  enteredAt: Instant,
  corrected: z.boolean(),
})
export type RecordValue = z.infer<typeof RecordValue>

/**
 * A change after the first submission. `field` is `raw`, `state`, … of a value, or a field of the record if `itemKey`
 * is null. For an added or removed `photo`, `new` or `old` is its hash.
 */
export const Correction = z.object({
  auditId: z.int(),
  at: Instant,
  actorName: z.string(),
  itemKey: z.string().nullable(),
  sampleNo: z.int().nullable(),
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Correction = z.infer<typeof Correction>

/** `superseded`: signs the content before a reopening or correction; `broken`: the content is not the signed one. */
const signatureStates = ['valid', 'superseded', 'broken'] as const
export const RecordSignature = z.object({
  signatureId: z.int(),
  rev: z.int(),
  meaning: z.enum(meanings),
  signerId: z.int(),
  signerName: z.string(),
  signedAt: Instant,
  contentSha256: z.string(),
  reason: z.string().nullable(),
  state: z.enum(signatureStates),
})
export type RecordSignature = z.infer<typeof RecordSignature>

const RecordReference = z.object({ qcValueBaseId: z.int(), recordNo: z.string() })

const RecordComment = z.object({
  commentId: z.int(),
  text: z.string(),
  authorName: z.string(),
  createdAt: Instant,
  /** Names of the addressed people. */
  mentions: z.array(z.string()),
})
type RecordComment = z.infer<typeof RecordComment>

/** A step without a signature, because the installation does not require signatures. Only the audit trail has it. */
export const UnsignedStep = z.object({
  auditId: z.int(),
  meaning: z.enum(meanings),
  actorName: z.string(),
  at: Instant,
  reason: z.string().nullable(),
})
export type UnsignedStep = z.infer<typeof UnsignedStep>

export const RecordDetail = RecordRow.extend({
  isLotRequired: z.boolean(),
  tzMin: z.int(),
  rev: z.int(),
  firstJudgement: z.enum(judgements).nullable(),
  disposition: z.string().nullable(),
  remark: z.string(),
  /** False if the account of the inspector is disabled or deleted: others who may edit the record submit it. */
  isInspectorActive: z.boolean(),
  /** All users who entered, changed or submitted its content. They may neither review nor approve it. */
  authors: z.array(z.int()),
  voidReason: z.string(),
  submittedAt: Instant.nullable(),
  submittedBy: z.int().nullable(),
  /** The submitter's name at that time; null before the first submission. */
  submittedByName: z.string().nullable(),
  reviewedAt: Instant.nullable(),
  reviewedBy: z.int().nullable(),
  approvedAt: Instant.nullable(),
  approvedBy: z.int().nullable(),
  voidedAt: Instant.nullable(),
  createdAt: Instant,
  /** Entered more than half an hour after the inspection. */
  isLate: z.boolean(),
  /** The record that this one retests, and the retests of this one. */
  retestOf: RecordReference.nullable(),
  retests: z.array(RecordReference),
  /** Items of the version of the record. */
  items: z.array(TemplateItem),
  values: z.array(RecordValue),
  photos: z.array(RecordPhoto),
  /** Photos that corrections removed. */
  removedPhotos: z.array(RecordPhoto),
  corrections: z.array(Correction),
  comments: z.array(RecordComment),
  signatures: z.array(RecordSignature),
  unsigned: z.array(UnsignedStep),
  assignment: Assignment.nullable(),
  /** A critical or major item is NG, and its lot is open: the lot should be put on hold. */
  isHoldProposed: z.boolean(),
  /** Authors may review and approve their own records: for installations of one person. */
  isSelfAllowed: z.boolean(),
  /** True if a signature needs the password again. */
  isPasswordAsked: z.boolean(),
  /** Set while a password given earlier in this session is valid for further signatures. */
  passwordGoodUntil: Instant.optional(),
})
export type RecordDetail = z.infer<typeof RecordDetail>

/**
 * A row of a sheet of measurements: the values of one item in one record. Rows with the same `record` are one record.
 * If `record` is empty, rows with the same template, lot, equipment, operator and time are one record.
 */
export const RecordSheetRow = z.object({
  record: line(64).default(''),
  /** Code of the product line. Required if several lines have a template with that code. */
  product: line(32).default(''),
  /** The template's code. */
  template: name(32),
  lot: line(64).default(''),
  /** The equipment's code. */
  equipment: line(32).default(''),
  /** User name; by default the importing user. */
  operator: line(64).default(''),
  inspectedAt: InspectionTime,
  remark: line(1000).default(''),
  /** The item's code. */
  item: name(40),
  /** One value per sample, separated by blanks or semicolons; `-` is a missing value. */
  values: line(4000).default(''),
  /** For counts: the number or quantity inspected, per sample or once for all. */
  inspected: line(1000).default(''),
  /** The reason for a missing value, as a code or name of the dictionary. */
  missing: line(64).default(''),
})
export type RecordSheetRow = z.infer<typeof RecordSheetRow>

/** A printed record: with the end of the audit trail, the time of printing and the printing user. */
export const PrintedRecord = RecordDetail.extend({
  /** Number and hash of the last entry of the audit trail. Together they are an anchor. */
  headId: z.int(),
  headHash: z.string(),
  printedAt: Instant,
  printedBy: z.string(),
  productName: z.string(),
  productNameEn: z.string(),
  /** The gauges of its values. */
  gauges: z.array(z.object({ equipmentId: z.int(), code: z.string(), name: z.string(), nameEn: z.string() })),
})
export type PrintedRecord = z.infer<typeof PrintedRecord>

export const RecordIdParam = z.object({ qcValueBaseId: Id })

/** The quick filters: of today, of my own, waiting for me, waiting too long. */
const YesOnly = z.literal('1').optional()

const recordFilters = {
  product: ProductFilter,
  /** The number or its beginning, in any letter case. */
  recordNo: line(64).optional(),
  templateId: Id.optional(),
  versionNo: several(z.coerce.number().int().min(1)).optional(),
  stage: z.enum(stages).optional(),
  lotId: several(Id).optional(),
  /** The complete number of a lot. */
  lotNo: line(64).optional(),
  equipmentId: several(Id).optional(),
  /** The gauge of a value, or the equipment of the record. */
  measuredWith: Id.optional(),
  shiftId: several(Id).optional(),
  operatorId: several(Id).optional(),
  status: several(RecordStatus).optional(),
  judgement: z.enum(judgements).optional(),
  businessDay: z.iso.date().optional(),
  /**
   * Records that figures count: submitted first tests, including those returned since, without voided ones. `all`: with
   * retests.
   */
  counted: z.enum(['1', 'all']).optional(),
  /** A value of `ngItem` was NG; a count of `defectItem` was above 0. */
  ngItem: ItemKey.optional(),
  defectItem: ItemKey.optional(),
  /** These times apply to `inspectedAt`. */
  beginTime: FirstOfPeriod.optional(),
  endTime: LastOfPeriod.optional(),
  mine: YesOnly,
  /** Records that wait for a signature of the caller, or were returned to the caller for a new submission. */
  waiting: YesOnly,
  /** Assigned to the caller. */
  assigned: YesOnly,
  /** Waiting for a signature for more than a day. */
  overdue: YesOnly,
}

/** No other sort fields: a field without an index would sort all records. */
export const RecordQuery = listQuery(recordFilters, ['qcValueBaseId', 'recordNo', 'inspectedAt'])
export type RecordQuery = z.infer<typeof RecordQuery>

/** The fields by which the list can be grouped. */
export const recordGroupFields = ['status', 'judgement', 'templateId'] as const
export type RecordGroup = (typeof recordGroupFields)[number]

export const ItemInfoQuery = z.object({ qcValueBaseId: Id, itemKey: ItemKey })

const Neighbour = RecordReference.nullable()

/** One characteristic in one record, with its history and neighbours. */
export const ItemInfo = z.object({
  record: RecordRow,
  item: TemplateItem,
  values: z.array(
    RecordValue.extend({
      enteredByName: z.string(),
      gaugeName: z.string().nullable(),
      gaugeNameEn: z.string().nullable(),
    }),
  ),
  corrections: z.array(Correction),
  /** The judgement and mean of its values in this record; for counts the rate. */
  judgement: z.enum(judgements),
  mean: z.number().nullable(),
  /**
   * The points of the characteristic's charts around this record: 25 before, this one, 25 after. Records that charts
   * leave out are missing: unsubmitted and voided ones, and retests of valid records.
   */
  history: z.array(
    z.object({
      qcValueBaseId: z.int(),
      recordNo: z.string(),
      inspectedAt: Instant,
      /** Mean of its values; null without values. */
      mean: z.number().nullable(),
      n: z.int(),
      judgement: z.enum(judgements),
    }),
  ),
  previousItem: z.string().nullable(),
  nextItem: z.string().nullable(),
  previousRecord: Neighbour,
  nextRecord: Neighbour,
})
export type ItemInfo = z.infer<typeof ItemInfo>

nameSchemas({
  RecordReference,
  RecordComment,
  ValueInput,
  RecordInput,
  RecordChange,
  Transition,
  BulkApproval,
  ApprovalSummary,
  BulkFaults,
  CommentInput,
  RecordRow,
  RecordValue,
  Correction,
  RecordSignature,
  UnsignedStep,
  RecordDetail,
  PrintedRecord,
  ItemInfo,
})
