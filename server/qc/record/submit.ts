import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Meaning } from '#shared/qc/constants'
import type { Transition } from '#shared/qc/record/schema'
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
import type { TemplateItem } from '#shared/qc/template/schema'
import type { Settings } from '../../env'
import { scopedTx, scopeOf } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { insertInBatches, writeInBatches } from '../../platform/chunks/insert-in-batches'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { appendAudit, authorOf, type AuditEntry, type Author } from '../audit/append'
import { submissionText } from '../audit/submission'
import { chartsChanged } from '../chart/change'
import { boundItems } from '../template/items'
import { refuseUnknownCodes } from './check'
import { refuseIfCommentsFull } from './comment'
import { recordContent, signedSha256, SIGNED, SUBMISSION, UNSIGNED, type ValueBase } from './content'
import { loadRecord, loadRecords, type LoadedRecord } from './load'
import { inspectStored } from './values'

/** The settings of signing. */
export type Signing = Pick<Settings, 'selfReview' | 'signaturePassword'>

export type Step = {
  qcValueBaseId: number
  action: StepAction
  author: Author
  /** Stored with the record. */
  comment?: string | undefined
  reasonCode?: string | undefined
  reason?: string | undefined
  disposition?: string | undefined
  /** Authors may review and approve their own records, in one-person installations. */
  isSelfAllowed?: boolean | undefined
  /** The installation requires no signatures: the step is only audited. */
  isUnsigned?: boolean | undefined
  /** The rights of the author; undefined if the caller has checked them. */
  permissions?: readonly string[] | undefined
  /** Of the record as its author saw it; undefined if the caller has made the record in this transaction. */
  lockVersion?: number | undefined
}

/** The input of a person for a step. */
type StepInput = Pick<Transition, 'comment' | 'reasonCode' | 'reason' | 'disposition'>

/** A planned step, before anything is written. */
export type PlannedStep = {
  step: Step
  before: LoadedRecord
  record: LoadedRecord
  entries: AuditEntry[]
  signature?: { rev: number; meaning: Meaning; contentSha256: string }
}

/**
 * Runs a step of a record: submits, withdraws, reviews, approves, rejects, reopens or voids it (`qc-domain` 5.1).
 * @throws Refusal 404 outside of the scope; or if state, content or rights forbid the step
 */
export const stepRecord = (
  store: Store,
  id: number,
  action: StepAction,
  { lockVersion, ...input }: StepInput & { lockVersion: number },
  context: RequestContext,
  signing: Signing,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const record = await loadRecord(store, db, id, scope)
    await refuseUnknownCodes(store, db, input)
    const step = { ...input, ...stepBy(context, await authorOf(store, db, context), signing), action, lockVersion }
    refuseIfHindered(record, step)
    const items = await boundItems(store, db, [record.versionId])
    const planned = planStep(record, items.get(record.versionId)!, { ...step, qcValueBaseId: id })
    await writeOperation(store, db, context, { action: 'status', record: String(id), name: record.recordNo })
    await writeSteps(store, db, [planned])
  })

/**
 * True if a step needs a signature. The password is checked before the transaction, which must be short.
 * @throws Refusal if the step is not allowed, so that nobody enters a password in vain
 */
export async function needsSignature(
  store: Store,
  id: number,
  action: StepAction,
  lockVersion: number,
  { operator }: RequestContext,
  { selfReview: isSelfAllowed }: Signing,
): Promise<boolean> {
  if (!ruleOf(action).meaning) return false
  const record = await loadRecord(store, store.db, id, await scopeOf(store, operator))
  const { userId, permissions } = operator
  refuseIfHindered(record, { action, author: { userId }, permissions, isSelfAllowed, lockVersion })
  return meaningOf(action, record) !== undefined
}

/** The parts of a step from the request and the settings. */
export const stepBy = ({ operator }: RequestContext, author: Author, { selfReview, signaturePassword }: Signing) => ({
  author,
  permissions: operator.permissions,
  isSelfAllowed: selfReview,
  isUnsigned: !signaturePassword,
})

/**
 * Runs one step of each record, in few statements for any number. The caller checks that the author may see the
 * records.
 * @throws Refusal of the first record whose step is not allowed; nothing is written then
 */
export async function advance(store: Dialect, db: Writer, steps: readonly Step[]): Promise<void> {
  const ids = steps.map(({ qcValueBaseId }) => qcValueBaseId)
  if (new Set(ids).size < ids.length) throw new Error('A record is taken one step on at a time.')
  const records = await loadRecords(store, db, ids)
  const plan = await plannerFor(store, db, records)
  await writeSteps(store, db, steps.map(plan))
}

/** Reads the items of records; the result plans a step of one of them. */
export async function plannerFor(store: Dialect, db: Writer, records: ReadonlyMap<number, LoadedRecord>) {
  const versionIds = [...records.values()].map(({ versionId }) => versionId)
  const items = await boundItems(store, db, versionIds)
  return (step: Step): PlannedStep => {
    const record = records.get(step.qcValueBaseId)
    if (!record) throw notFound()
    return planStep(record, items.get(record.versionId)!, step)
  }
}

function planStep(record: LoadedRecord, items: readonly TemplateItem[], { author, ...given }: Step): PlannedStep {
  // time on a record never goes back, whatever the clock does: a signature is always before a later change
  const step = { ...given, author: { ...author, now: Math.max(author.now, record.updatedAt) } }
  const { action } = step
  refuseIfHindered(record, step)
  if (ruleOf(action).needsReason && !isReason(step)) {
    throw new Refusal(codes.badRequest, 'qcRecord.reasonNeeded').at('reason')
  }
  if (needsDisposition(action, record) && !step.disposition) {
    throw new Refusal(codes.badRequest, 'qcRecord.dispositionNeeded').at('disposition')
  }
  if (action === 'submit') refuseIfUnfinished(record, items)
  const after = { ...record, ...changeBy(record, step), updatedAt: step.author.now }
  const meaning = meaningOf(action, record)
  const entries = entriesOf(record, after, step, meaning)
  if (!meaning || step.isUnsigned) return { step, before: record, record: after, entries }
  // a signature of reopening covers the content of the old revision
  const { rev } = record
  const signature = { rev, meaning, contentSha256: signatureHash({ ...after, rev }, meaning) }
  return { step, before: record, record: after, entries, signature }
}

export const staleRecord = () => new Refusal(codes.conflict, 'qcRecord.stale')

type Attempt = Pick<Step, 'action' | 'permissions' | 'isSelfAllowed' | 'lockVersion'> & {
  author: Pick<Author, 'userId'>
}

const actorOf = ({ author: { userId }, permissions = [ALL_PERMISSIONS] }: Attempt) => ({ userId, permissions })

function refuseIfHindered(record: LoadedRecord, attempt: Attempt): void {
  const { action, isSelfAllowed = false, lockVersion = record.lockVersion } = attempt
  if (lockVersion !== record.lockVersion) throw staleRecord()
  const hindrance = hindranceOf(action, record, actorOf(attempt), isSelfAllowed)
  if (!hindrance) return
  throw new Refusal(isOfState(hindrance) ? codes.conflict : codes.forbidden, hindranceKey(hindrance, record.status))
}

function refuseIfUnfinished(record: LoadedRecord, items: readonly TemplateItem[]): void {
  const [fault] = submissionFaultsOf({ ...record, inspection: inspectStored(items, record.values) })
  if (fault) throw new Refusal(codes.impossible, submissionFaultKey(fault))
}

/** The fields that a step may change. */
const steppedFields = [
  'status',
  'firstJudgement',
  'disposition',
  'rev',
  'submittedAt',
  'submittedBy',
  'submittedByName',
  'reviewedAt',
  'reviewedBy',
  'approvedAt',
  'approvedBy',
  'voidedAt',
  'voidReason',
  'updatedAt',
] as const satisfies (keyof ValueBase)[]
type SteppedRecord = Pick<ValueBase, 'qcValueBaseId' | (typeof steppedFields)[number]>

/** No review and no approval. */
const unseen = { reviewedAt: null, reviewedBy: null, approvedAt: null, approvedBy: null, disposition: null }

function changeBy(record: LoadedRecord, step: Step): Partial<SteppedRecord> {
  const { action, reason, reasonCode } = step
  const status = statusAfter(action, record)
  const { userId: by, now: at, name } = step.author
  const approval = { approvedAt: at, approvedBy: by, disposition: step.disposition || null }
  if (action === 'submit') {
    const approved = status === 'approved' && approval
    const firstJudgement = record.firstJudgement ?? record.judgement
    return { status, ...unseen, ...approved, submittedAt: at, submittedBy: by, submittedByName: name, firstJudgement }
  }
  if (action === 'review') return { status, reviewedAt: at, reviewedBy: by }
  if (action === 'approve') return { status, ...approval }
  if (action === 'void') return { status, voidedAt: at, voidReason: reason?.trim() || reasonCode || '' }
  return { status, ...unseen, ...(action === 'reopen' && { rev: record.rev + 1 }) }
}

/** The hash of a signature with that meaning. Only an approval and a voiding include the disposition of the parts. */
export const signatureHash = (record: LoadedRecord, meaning: Meaning) =>
  signedSha256(recordContent(record, record.values, record.photos), {
    rev: record.rev,
    contentSha256: record.contentSha256,
    disposition: meaning === 'approved' || meaning === 'voided' ? record.disposition : null,
  })

/** The audit entries of a step: the step itself, and its other changes. */
function entriesOf(before: LoadedRecord, after: LoadedRecord, step: Step, meaning: Meaning | undefined): AuditEntry[] {
  const { action, author, isSelfAllowed, isUnsigned } = step
  const isOwn = isSelfAllowed && hindranceOf(action, before, actorOf(step), false) !== undefined
  const about = { entity: 'record', entityId: before.qcValueBaseId, action, author } as const
  const reasons = { reasonCode: step.reasonCode || null, reason: step.reason?.trim() || null }
  const main =
    action === SUBMISSION ? { new: submissionText(after) } : { field: 'status', old: before.status, new: after.status }
  const entries: AuditEntry[] = [{ ...about, ...main, ...reasons }]
  if (before.disposition !== after.disposition) {
    entries.push({ ...about, field: 'disposition', old: before.disposition, new: after.disposition })
  }
  if (isOwn) entries.push({ ...about, field: 'self', new: 'true' })
  if (meaning && isUnsigned) entries.push({ ...about, field: UNSIGNED, new: 'true' })
  else if (meaning === 'voided' && before.status !== 'approved') entries.push({ ...about, field: SIGNED, new: 'true' })
  const comment = step.comment?.trim()
  if (comment) entries.push({ ...about, action: 'comment', new: comment })
  return entries
}

/** Writes records, signatures, comments and audit entries, and updates the charts. */
export async function writeSteps(store: Dialect, db: Writer, planned: readonly PlannedStep[]): Promise<void> {
  const [first] = planned
  if (!first) return
  const stepped = planned.map(({ record }) => pickStepped(record))
  await writeInBatches(store, db, stepped, updatedRecords)
  await insertInBatches(store, db, 'signatures', planned.flatMap(signatureRow))
  const comments = planned.flatMap(commentRow)
  const commented = comments.map(({ qcValueBaseId }) => qcValueBaseId)
  await refuseIfCommentsFull(store, db, commented)
  await insertInBatches(store, db, 'recordComments', comments)
  const { author } = first.step
  const entries = planned.flatMap((step) => step.entries)
  await appendAudit(store, db, author, entries)
  const changes = planned.map(({ before, record }) => ({ before, after: record }))
  await chartsChanged(store, db, changes, author)
}

const pickStepped = (record: SteppedRecord) =>
  Object.fromEntries(writtenFields.map((field) => [field, record[field]])) as SteppedRecord // of these fields
const writtenFields = ['qcValueBaseId', ...steppedFields] as const

/** Updates records with different values in one statement. */
function updatedRecords({ t: { valueBases } }: Dialect, db: Writer, records: SteppedRecord[]) {
  const columns = getTableColumns(valueBases)
  // PostgreSQL treats parameters in a list of values as text; SQLite keeps their types
  const typed = writtenFields.map((field, index) =>
    sql.raw(`cast(column${index + 1} as ${columns[field].getSQLType()})`),
  )
  const set = Object.fromEntries(steppedFields.map((field, index): [string, SQL] => [field, typed[index + 1]!]))
  const rows = records.map((record) => {
    const values = writtenFields.map((field) => sql`${record[field]}`)
    return sql`(${sql.join(values, sql`, `)})`
  })
  return db
    .update(valueBases)
    .set({ ...set, lockVersion: sql`${valueBases.lockVersion} + 1` })
    .from(sql`(values ${sql.join(rows, sql`, `)}) as stepped`)
    .where(eq(valueBases.qcValueBaseId, typed[0]!))
}

function signatureRow({ signature, record, step: { author, reason } }: PlannedStep) {
  if (!signature) return []
  const { userId: signerId, name: signerName, now: signedAt } = author
  const about = { entity: 'record', entityId: record.qcValueBaseId }
  return [{ ...signature, ...about, signerId, signerName, signedAt, reason: reason?.trim() || null }]
}

function commentRow({ record: { qcValueBaseId }, step: { comment, author } }: PlannedStep) {
  const text = comment?.trim()
  if (!text) return []
  return [{ qcValueBaseId, text, authorId: author.userId, authorName: author.name, createdAt: author.now }]
}
