import { nameSchemas, z } from '../../zod'
import {
  judgements,
  MAX_ITEMS,
  MAX_MENTIONS,
  MAX_SAMPLES,
  meanings,
  recordSources,
  recordStatuses,
  stages,
  valueStates,
} from '../constants'
import { plainMoment } from '../../format/moment'
import { FirstMoment, FirstOfPeriod, LastOfPeriod } from '../../list/moment'
import { Id, Instant, line, listQuery, LockVersion, name, optionalLine, several } from '../../list/page'
import { Assignment } from '../assignment'
import { ProductFilter, ReasonCode } from '../figures'
import { ItemKey, TemplateItem } from '../template/schema'
import { PhotoInput, RecordPhoto } from './photo'
import { MOST_PHOTOS } from './photo-limits'

const MAX_VALUES = MAX_ITEMS * 20

/** One value as it is entered. `raw` is text as it was typed: decimal, a choice's code (several joined by commas), a day, words. */
export const ValueInput = z.object({
  itemKey: ItemKey,
  sampleNo: z.int().min(1).max(MAX_SAMPLES),
  state: z.enum(valueStates).default('present'),
  raw: line(2000).nullish(),
  /** Of counts: how many were inspected, or on how much; decimal text. */
  den: line(32).nullish(),
  /** Of the dictionary of reasons, where `state` is `missing`. */
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

/** A new record. Sent again with the same `clientUid` it is answered with the record that is there. */
export const RecordInput = z.object({
  clientUid: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .meta({ examples: ['0191f3a6-7c1e-7000-8000-5b1f5a1c2d3e'] })
    .optional(),
  templateId: Id,
  /** The version it was begun with; without it the published one. */
  versionNo: z.int().min(1).optional(),
  source: z.enum(['manual', 'offline']).default('manual'),
  retestOf: Id.nullish(),
  ...circumstances,
  remark: optionalLine(1000),
  values: Values.default([]),
  /** Uploaded by the caller before. */
  photos: Photos.default([]),
})
export type RecordInput = z.infer<typeof RecordInput>

/** A change of a record; fields that are left out stay. After the first submission a change needs a reason. */
export const RecordChange = z.object({
  lockVersion: LockVersion,
  reasonCode: ReasonCode,
  reason: optionalLine(500),
  ...circumstances,
  remark: line(1000).nullish(),
  /** All of them: one that is not among them is gone. */
  values: Values.optional(),
  /** All of them: one that is not among them is taken away. */
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
  /** Where a signature is required. */
  password: z.string().max(128).optional(),
})
export type Transition = z.infer<typeof Transition>

/** So many records are approved at once. */
const MAX_BULK_APPROVAL = 200

/** Several records approved at once, each with its signature, and each NG record with a disposition of its own. */
export const BulkApproval = Transition.omit({ lockVersion: true, disposition: true }).extend({
  records: z
    .array(z.object({ qcValueBaseId: Id, ...Transition.pick({ lockVersion: true, disposition: true }).shape }))
    .min(1)
    .max(MAX_BULK_APPROVAL),
})
export type BulkApproval = z.infer<typeof BulkApproval>

export const ApprovalQuery = z.object({ qcValueBaseId: z.array(Id).min(1).max(MAX_BULK_APPROVAL) })

/** What the caller is about to approve: what is shown before one password signs several records. */
export const ApprovalSummary = z.object({
  isPasswordAsked: z.boolean(),
  /** Set while a password given earlier in this session stands for further signatures. */
  passwordGoodUntil: Instant.optional(),
  /** In the requested order. Those that are not there, or lie outside of the data scope, are left out. */
  records: z.array(
    z.object({
      qcValueBaseId: z.int(),
      recordNo: z.string(),
      templateName: z.string(),
      templateNameEn: z.string(),
      judgement: z.enum(judgements),
      /** As far as the caller may see signals. */
      openSignals: z.int(),
      lockVersion: z.int(),
      /** Why the caller cannot approve it, in words. */
      hindrance: z.string().nullable(),
    }),
  ),
})
export type ApprovalSummary = z.infer<typeof ApprovalSummary>

/** Why none of several records was approved: the hindrance of each. */
export const BulkFaults = z.object({
  faults: z.array(z.object({ qcValueBaseId: z.int(), recordNo: z.string(), message: z.string() })),
})
export type BulkFaults = z.infer<typeof BulkFaults>

/** `mentions` are the ids of people who may see the record: the comment waits in their inbox. */
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
  status: z.enum(recordStatuses),
  judgement: z.enum(judgements),
  /** As the template required when the record was created. */
  signLevels: z.literal([0, 1, 2]),
  ngItems: z.int(),
  warnItems: z.int(),
  missingItems: z.int(),
  lockVersion: z.int(),
  /** Since when it waits for a signature; null where it does not wait. */
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
  /** The day on which the calibration of its gauge had run out, if it had when the value was measured. */
  gaugeOverdueSince: z.iso.date().nullable(),
  confirmed: z.boolean(),
  enteredBy: z.int(),
  enteredAt: Instant,
  corrected: z.boolean(),
})
export type RecordValue = z.infer<typeof RecordValue>

/**
 * A change after the first submission. `field` is `raw`, `state`, … of a value, or a field of the record where `itemKey` is
 * null. Of a `photo` that came or went, `new` or `old` is its hash.
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

/** `superseded`: of the content before a reopening or correction; `broken`: the content no longer is what was signed. */
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

/** Another record. */
const RecordReference = z.object({ qcValueBaseId: z.int(), recordNo: z.string() })

const RecordComment = z.object({
  commentId: z.int(),
  text: z.string(),
  authorName: z.string(),
  createdAt: Instant,
  /** Names of those whom it addresses. */
  mentions: z.array(z.string()),
})
type RecordComment = z.infer<typeof RecordComment>

/** A step without a signature, as the installation does not require signatures: it is only audited. */
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
  /** All users who entered or changed its content: they neither review nor approve it. */
  authors: z.array(z.int()),
  voidReason: z.string(),
  submittedAt: Instant.nullable(),
  submittedBy: z.int().nullable(),
  /** As printed at that time; null before the first submission. */
  submittedByName: z.string().nullable(),
  reviewedAt: Instant.nullable(),
  reviewedBy: z.int().nullable(),
  approvedAt: Instant.nullable(),
  approvedBy: z.int().nullable(),
  voidedAt: Instant.nullable(),
  createdAt: Instant,
  /** Entered more than half an hour after it was inspected. */
  isLate: z.boolean(),
  /** The record that this one was made to check again, and those that were made of this one. */
  retestOf: RecordReference.nullable(),
  retests: z.array(RecordReference),
  /** Items of the version that the record is bound to. */
  items: z.array(TemplateItem),
  values: z.array(RecordValue),
  photos: z.array(RecordPhoto),
  /** Those that corrections have taken away. */
  removedPhotos: z.array(RecordPhoto),
  corrections: z.array(Correction),
  comments: z.array(RecordComment),
  signatures: z.array(RecordSignature),
  unsigned: z.array(UnsignedStep),
  /** Installations of one person let authors review and approve their own records. */
  assignment: Assignment.nullable(),
  /** A critical or major item is NG, and its lot is open: it should be put on hold. */
  isHoldProposed: z.boolean(),
  isSelfAllowed: z.boolean(),
  /** Whether signatures ask for the password again. */
  isPasswordAsked: z.boolean(),
  /** Set while a password given earlier in this session stands for further signatures. */
  passwordGoodUntil: Instant.optional(),
})
export type RecordDetail = z.infer<typeof RecordDetail>

/**
 * A row of a sheet of measurements: what one item came to in one record. Rows with the same `record` are one record;
 * where that is empty, rows of the same template, lot, equipment, operator and time are.
 */
export const RecordSheetRow = z.object({
  record: line(64).default(''),
  /** Code of the product line; needed where several have a template of that code. */
  product: line(32).default(''),
  /** Its code. */
  template: name(32),
  lot: line(64).default(''),
  /** Its code. */
  equipment: line(32).default(''),
  /** User name; by default the importing user. */
  operator: line(64).default(''),
  /** A day with its time, in the zone of the product line; with an offset, by that. A day alone may be of two shifts. */
  inspectedAt: z
    .string()
    .trim()
    .max(40)
    .transform(plainMoment)
    .refine((time) => !/^\d{4}-\d{2}-\d{2}$/.test(time), 'qcRecord.sheet.dayOnly')
    .refine((time) => FirstMoment.safeParse(time).success, 'qcRecord.sheet.moment'),
  remark: line(1000).default(''),
  /** Its code. */
  item: name(40),
  /** One for each sample, separated by blanks or semicolons; `-` stands for one that is not there. */
  values: line(4000).default(''),
  /** Of counts: how many were inspected, or on how much, for each sample or once for all. */
  inspected: line(1000).default(''),
  /** Why there is no value, as a code or name of the dictionary. */
  missing: line(64).default(''),
})
export type RecordSheetRow = z.infer<typeof RecordSheetRow>

/** A record as it is printed: with the end of the audit trail, and when and by whom it was printed. */
export const PrintedRecord = RecordDetail.extend({
  /** Number and hash of the last entry of the audit trail: together they are an anchor. */
  headId: z.int(),
  headHash: z.string(),
  printedAt: Instant,
  printedBy: z.string(),
  productName: z.string(),
  productNameEn: z.string(),
})
export type PrintedRecord = z.infer<typeof PrintedRecord>

export const RecordIdParam = z.object({ qcValueBaseId: Id })

/** The quick filters: of today, of my own, waiting for me, waiting too long. */
const YesOnly = z.literal('1').optional()

const recordFilters = {
  product: ProductFilter,
  /** The number or how it begins, in any letter case. */
  recordNo: line(64).optional(),
  templateId: Id.optional(),
  stage: z.enum(stages).optional(),
  lotId: several(Id).optional(),
  /** The whole number of a lot. */
  lotNo: line(64).optional(),
  equipmentId: several(Id).optional(),
  /** Measured with it: the gauge of a value, or the equipment of the record. */
  measuredWith: Id.optional(),
  shiftId: several(Id).optional(),
  operatorId: several(Id).optional(),
  status: several(z.enum(recordStatuses)).optional(),
  judgement: z.enum(judgements).optional(),
  businessDay: z.iso.date().optional(),
  /** Those that figures count: first tests that were submitted, though they may have come back since, and are not voided. */
  counted: YesOnly,
  /** A value of this item was NG; something was counted by this one. */
  ngItem: ItemKey.optional(),
  defectItem: ItemKey.optional(),
  /** On `inspectedAt`. */
  beginTime: FirstOfPeriod.optional(),
  endTime: LastOfPeriod.optional(),
  mine: YesOnly,
  /** Records that wait for a signature of the caller, or came back to be submitted by the caller again. */
  waiting: YesOnly,
  /** Assigned to the caller. */
  assigned: YesOnly,
  /** Waiting for a signature for more than a day. */
  overdue: YesOnly,
}

/** By more it is not sorted: whatever has no index of its own would sort all records. */
export const RecordQuery = listQuery(recordFilters, ['qcValueBaseId', 'recordNo', 'inspectedAt'])
export type RecordQuery = z.infer<typeof RecordQuery>

/** What the list can be grouped by. */
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
  /** What its values in this record come to; of counts the rate. */
  judgement: z.enum(judgements),
  mean: z.number().nullable(),
  /**
   * The 25 records before and after in time, of the same characteristic, that were submitted and are not voided; this one
   * among them if it is one of those.
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
