import { codes } from '#shared/envelope'
import type { Meaning, RecordStatus } from '#shared/qc/constants'
import {
  hindranceKey,
  hindranceOf,
  isOfState,
  isReason,
  meaningOf,
  needsDisposition,
  ruleOf,
  statusAfter,
  submissionFaultKey,
  submissionFaultsOf,
  type StepAction,
} from '#shared/qc/record/workflow'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { AuditEntry, Author } from '../audit/queries'
import { submissionText } from '../audit/submission'
import { recordContent, signedSha256, SUBMISSION, UNSIGNED } from './content'
import type { LoadedRecord } from './load'
import type { SteppedRecord } from './update'
import { inspectStored } from './values'

export type Step = {
  qcValueBaseId: number
  action: StepAction
  author: Author
  /** Said of it; kept with the record. */
  comment?: string | undefined
  reasonCode?: string | undefined
  reason?: string | undefined
  disposition?: string | undefined
  /** Of one-person installations. */
  isSelfAllowed?: boolean | undefined
  /** The installation does without signatures: the step is only audited. */
  isUnsigned?: boolean | undefined
  /** What the author may do; left out by who has made sure of it. */
  permissions?: readonly string[] | undefined
  /** Of the record as the author has seen it; left out by who has made the record in this transaction. */
  lockVersion?: number | undefined
}

/** What a step makes of a record, before anything is written. */
export type PlannedStep = {
  step: Step
  before: LoadedRecord
  record: LoadedRecord
  entries: AuditEntry[]
  signature?: { rev: number; meaning: Meaning; contentSha256: string }
}

/**
 * Takes a record a step on (`qc-domain` 5.1), on paper.
 * @throws Refusal when its state, its content or the rights of the author stand in the way
 */
export function planStep(record: LoadedRecord, items: readonly TemplateItem[], given: Step): PlannedStep {
  // on one record time never goes back, whatever the clock does: what was signed stands before what is changed later
  const step = { ...given, author: { ...given.author, now: Math.max(given.author.now, record.updatedAt) } }
  const { action, author } = step
  if (step.lockVersion !== undefined && step.lockVersion !== record.lockVersion) throw staleRecord()
  const isOwn = refuseHindered(record, step)
  refuseUnfounded(record, step)
  if (action === 'submit') refuseUnfinished(record, items)
  const after = { ...record, ...changeBy(record, step), updatedAt: author.now }
  const meaning = meaningOf(action, record)
  return {
    step,
    before: record,
    record: after,
    entries: entriesOf(record, after, step, { isOwn, isUnsigned: meaning !== undefined && step.isUnsigned === true }),
    ...(meaning &&
      !step.isUnsigned && {
        // whoever opens a record again signs what it was until then
        signature: { rev: record.rev, meaning, contentSha256: signatureHash({ ...after, rev: record.rev }, meaning) },
      }),
  }
}

export const staleRecord = () => new Refusal(codes.conflict, 'qcRecord.stale')

/** What a signature of that meaning seals. What becomes of the parts is settled by the approval, not before. */
export const signatureHash = (record: LoadedRecord, meaning: Meaning) =>
  signedSha256(recordContent(record, record.values), {
    rev: record.rev,
    contentSha256: record.contentSha256,
    disposition: meaning === 'approved' || meaning === 'voided' ? record.disposition : null,
  })

/** @returns whether the author does it with a record of their own, as one-person installations allow */
function refuseHindered(record: LoadedRecord, { action, author, isSelfAllowed = false, permissions }: Step): boolean {
  const actor = { userId: author.userId, permissions: permissions ?? [ALL_PERMISSIONS] }
  const hindrance = hindranceOf(action, record, actor, isSelfAllowed)
  if (hindrance) {
    throw new Refusal(isOfState(hindrance) ? codes.conflict : codes.forbidden, hindranceKey(hindrance, record.status))
  }
  return isSelfAllowed && hindranceOf(action, record, actor, false) !== undefined
}

/** What the author has to say for it is said. */
function refuseUnfounded(record: LoadedRecord, step: Step) {
  const { action, disposition } = step
  if (ruleOf(action).needsReason && !isReason(step)) {
    throw new Refusal(codes.badRequest, 'qcRecord.reasonNeeded').at('reason')
  }
  if (needsDisposition(action, record) && !disposition) {
    throw new Refusal(codes.badRequest, 'qcRecord.dispositionNeeded').at('disposition')
  }
}

function refuseUnfinished(record: LoadedRecord, items: readonly TemplateItem[]) {
  const [fault] = submissionFaultsOf({ ...record, inspection: inspectStored(items, record.values) })
  if (fault) throw new Refusal(codes.impossible, submissionFaultKey(fault))
}

/** Nobody has looked at it yet, or no longer. */
const unseen = { reviewedAt: null, reviewedBy: null, approvedAt: null, approvedBy: null, disposition: null }

function changeBy(record: LoadedRecord, step: Step): Partial<SteppedRecord> {
  const { action, author } = step
  const status = statusAfter(action, record)
  const [by, at] = [author.userId, author.now]
  if (action === 'submit') {
    const approved = status === 'approved' && { approvedAt: at, approvedBy: by }
    const first = record.firstJudgement ?? record.judgement
    return {
      status,
      ...unseen,
      ...approved,
      submittedAt: at,
      submittedBy: by,
      submittedByName: author.name,
      firstJudgement: first,
    }
  }
  if (action === 'review') return { status, reviewedAt: at, reviewedBy: by }
  if (action === 'approve') {
    return { status, approvedAt: at, approvedBy: by, disposition: step.disposition || null }
  }
  if (action === 'void') return { status, voidedAt: at, voidReason: reasonIn(step) }
  return { status, ...unseen, ...(action === 'reopen' && { rev: record.rev + 1 }) }
}

const reasonIn = ({ reason, reasonCode }: Step) => reason?.trim() || reasonCode || ''

/** What the audit trail tells of a step: that it was taken, and what it says besides. */
function entriesOf(
  before: LoadedRecord,
  after: LoadedRecord,
  step: Step,
  { isOwn, isUnsigned }: { isOwn: boolean; isUnsigned: boolean },
): AuditEntry[] {
  const { action, comment, author } = step
  const about = { entity: 'record', entityId: before.qcValueBaseId, action, author } as const
  const reasons = { reasonCode: step.reasonCode || null, reason: step.reason?.trim() || null }
  const content = action === SUBMISSION && submissionText(after, after.values)
  const main = content
    ? { ...about, new: content }
    : { ...about, field: 'status', old: before.status, new: after.status satisfies RecordStatus }
  return [
    { ...main, ...reasons },
    ...(before.disposition === after.disposition
      ? []
      : [{ ...about, field: 'disposition', old: before.disposition, new: after.disposition }]),
    ...(isOwn ? [{ ...about, field: 'self', new: 'true' }] : []),
    ...(isUnsigned ? [{ ...about, field: UNSIGNED, new: 'true' }] : []),
    ...(comment?.trim() ? [{ ...about, action: 'comment', new: comment.trim() }] : []),
  ]
}
