import { isAllowed, type PermissionTag } from '../../permissions'
import type { Inspection, SampleFault } from '../../spc/sampling/inspection'
import type { PlainTextKey } from '../../i18n/text'
import { OTHER_REASON, type Judgement, type Meaning, type RecordSource, type RecordStatus } from '../constants'

/** The actions on a record. Each is its own call (`qc-domain` 5.1). */
export const recordActions = [
  'save',
  'submit',
  'withdraw',
  'review',
  'approve',
  'reject',
  'reopen',
  'void',
  'retest',
] as const
export type RecordAction = (typeof recordActions)[number]
/** Whoever takes part in the workflow of records: they comment on a record and assign it. */
export const participantTags = [
  'qc:record:edit',
  'qc:record:review',
  'qc:record:approve',
  'qc:record:reject',
] as const satisfies PermissionTag[]
/** Actions that change the state of a record. */
export type StepAction = Exclude<RecordAction, 'save' | 'retest'>

/** The fields of a record for the rules. */
export type Subject = {
  status: RecordStatus
  judgement: Judgement
  operatorId: number
  /** False if the account of the inspector is disabled or deleted. */
  isInspectorActive: boolean
  /** All users who entered, changed or submitted its content. */
  authors: readonly number[]
  submittedBy: number | null
  reviewedBy: number | null
  /** Of the last submission; stays when the record is withdrawn, rejected or reopened. */
  submittedAt: number | string | null
  /** Above 1 once the record was approved and reopened. */
  rev: number
  signLevels: 0 | 1 | 2
}
export type Actor = { userId: number; permissions: readonly string[] }

type Rule = {
  from: readonly RecordStatus[]
  to: RecordStatus | undefined
  tag: PermissionTag
  /** The meaning of its signature, if one is required. */
  meaning?: Meaning
  needsReason?: true
}

const rules: Record<RecordAction, Rule> = {
  save: { from: ['draft', 'rejected'], to: undefined, tag: 'qc:record:edit' },
  submit: { from: ['draft', 'rejected'], to: 'submitted', tag: 'qc:record:submit' },
  withdraw: { from: ['submitted'], to: 'draft', tag: 'qc:record:submit' },
  review: { from: ['submitted'], to: 'reviewed', tag: 'qc:record:review', meaning: 'reviewed' },
  approve: { from: ['submitted', 'reviewed'], to: 'approved', tag: 'qc:record:approve', meaning: 'approved' },
  reject: {
    from: ['submitted', 'reviewed'],
    to: 'rejected',
    tag: 'qc:record:reject',
    meaning: 'rejected',
    needsReason: true,
  },
  reopen: { from: ['approved'], to: 'draft', tag: 'qc:record:reopen', meaning: 'reopened', needsReason: true },
  void: {
    from: ['draft', 'submitted', 'reviewed', 'rejected', 'approved'],
    to: 'voided',
    tag: 'qc:record:void',
    meaning: 'voided',
    needsReason: true,
  },
  retest: { from: ['submitted', 'reviewed', 'approved', 'rejected'], to: undefined, tag: 'qc:record:add' },
}

export const ruleOf = (action: RecordAction): Rule => rules[action]

/** The text for the state of a record. A submitted record is named after its next step. */
export function statusKey({ status, signLevels }: Pick<Subject, 'status' | 'signLevels'>): PlainTextKey {
  if (status !== 'submitted') return `qc.status.${status}`
  return signLevels === 2 ? 'qc.status.toReview' : 'qc.status.toApprove'
}

/** The text of a filter for all records in a state. */
export const statusFilterKey = (status: RecordStatus): PlainTextKey =>
  status === 'submitted' ? 'qc.status.waiting' : `qc.status.${status}`

/** The reason for a refused action: the state forbids it, another user must do it, or the permission is missing. */
export type Hindrance =
  'invalid_transition' | 'not_author' | 'own_record' | 'own_review' | 'one_level' | 'needs_review' | 'forbidden'

/** True if the state of the record is the hindrance, not the user. */
export const isOfState = (hindrance: Hindrance) =>
  hindrance === 'invalid_transition' || hindrance === 'one_level' || hindrance === 'needs_review'

/** The text of a hindrance. */
export const hindranceKey = (hindrance: Hindrance, status: RecordStatus): PlainTextKey =>
  hindrance === 'invalid_transition' ? `qcRecord.notWhile.${status}` : `qcRecord.hindered.${hindrance}`

/** True if the user inspected or submitted it. While the inspector is active, only these users submit and withdraw it. */
const isInspector = ({ operatorId, submittedBy }: Subject, { userId }: Actor) =>
  userId === operatorId || userId === submittedBy
const isAuthor = ({ authors }: Subject, { userId }: Actor) => authors.includes(userId)
const holds = ({ permissions }: Actor, tag: PermissionTag) => isAllowed(permissions, [tag])

/**
 * The hindrance of `action`, the state before the person; undefined if there is none.
 * @param isSelfAllowed installations of one person let authors review and approve their own records
 */
export function hindranceOf(
  action: RecordAction,
  subject: Subject,
  actor: Actor,
  isSelfAllowed: boolean,
): Hindrance | undefined {
  const { from, tag } = rules[action]
  const { status, signLevels } = subject
  if (!from.includes(status)) return 'invalid_transition'
  if (action === 'review' && signLevels !== 2) return 'one_level'
  if (action === 'approve' && signLevels === 2 && status === 'submitted') return 'needs_review'
  const isOwnUnseen = subject.submittedAt === null && isInspector(subject, actor)
  if (action === 'void' && isOwnUnseen && holds(actor, 'qc:record:edit')) return undefined
  if (!holds(actor, tag)) return 'forbidden'
  if ((action === 'submit' || action === 'withdraw') && !isInspector(subject, actor)) {
    if (action === 'withdraw' || subject.isInspectorActive) return 'not_author'
    return holds(actor, 'qc:record:edit') ? undefined : 'forbidden'
  }
  if (isSelfAllowed) return undefined
  if ((action === 'review' || action === 'approve') && isAuthor(subject, actor)) return 'own_record'
  if (action === 'approve' && status === 'reviewed' && subject.reviewedBy === actor.userId) return 'own_review'
  return undefined
}

/** The state after `action`. A submission approves records of templates without signatures. */
export const statusAfter = (
  action: RecordAction,
  { status, signLevels }: Pick<Subject, 'status' | 'signLevels'>,
): RecordStatus => (action === 'submit' && signLevels === 0 ? 'approved' : (rules[action].to ?? status))

/** The meaning of the signature that `action` needs. Voiding needs one only of records that were ever approved. */
export const meaningOf = (
  action: RecordAction,
  { status, rev }: Pick<Subject, 'status' | 'rev'>,
): Meaning | undefined => (action === 'void' && status !== 'approved' && rev === 1 ? undefined : rules[action].meaning)

/** The faults that prevent a submission, in the order of their correction. */
const submissionFaults = ['lot', 'unusable', 'missing', 'formula', 'implausible', 'ngRemark'] as const
export type SubmissionFault = (typeof submissionFaults)[number]

/** The text of a submission fault. */
export const submissionFaultKey = (fault: SubmissionFault): PlainTextKey => `qcRecord.submit.${fault}`

type Submission = {
  inspection: Inspection
  remark: string
  lotId: number | null
  isLotRequired: boolean
  /** Set for typed values: they may have no more digits than their items. The client checks this before the server. */
  isTyped?: boolean
}

/** Values entered by people. Instruments and sheets may send more digits than an item has. */
export const isTypedSource = (source: RecordSource) => source === 'manual' || source === 'offline'

/** True if such a value prevents the submission. */
export const hindersSubmission = (fault: SampleFault | undefined, isTyped: boolean) =>
  fault !== undefined && (isTyped || fault !== 'decimals')

/**
 * The faults of a record's content that prevent its submission. No required value may be missing without a reason,
 * every formula must succeed, improbable values must be confirmed, and an NG record needs a remark.
 */
export function submissionFaultsOf({
  inspection,
  remark,
  lotId,
  isLotRequired,
  isTyped = false,
}: Submission): SubmissionFault[] {
  const samples = inspection.items.flatMap((item) => item.samples)
  const stands: Record<SubmissionFault, boolean> = {
    lot: isLotRequired && lotId === null,
    unusable: samples.some(({ fault }) => hindersSubmission(fault, isTyped)),
    missing: inspection.items.some(({ missing }) => missing > 0),
    formula: inspection.items.some(({ error }) => error !== undefined),
    implausible: samples.some(({ isPlausible }) => !isPlausible),
    ngRemark: inspection.judgement === 'NG' && remark.trim() === '',
  }
  return submissionFaults.filter((fault) => stands[fault])
}

type Reason = { reasonCode?: string | null | undefined; reason?: string | null | undefined }

/** True if a reason is sufficient: words, or a code other than "other". */
export const isReason = ({ reasonCode, reason }: Reason) =>
  Boolean(reason?.trim()) || (Boolean(reasonCode) && reasonCode !== OTHER_REASON)

/** True if the reason of a change after the first submission is sufficient. Such a reason always needs a code. */
export const isChangeReason = (reason: Reason) => Boolean(reason.reasonCode) && isReason(reason)

/** True if an approval needs a disposition of the parts. */
export const needsDisposition = (action: RecordAction, { judgement }: Pick<Subject, 'judgement'>) =>
  action === 'approve' && judgement === 'NG'

/** True if a change needs a reason: the record was submitted before, and other users have seen it. */
export const needsChangeReason = ({ submittedAt }: Pick<Subject, 'submittedAt'>) => submittedAt !== null
