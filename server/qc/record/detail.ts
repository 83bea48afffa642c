import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { LATE_ENTRY_MS } from '#shared/qc/constants'
import type { RecordPhoto } from '#shared/qc/record/photo'
import { PHOTO, photoOf } from '#shared/qc/record/photo-field'
import type { Correction, RecordDetail, RecordSignature, RecordValue, UnsignedStep } from '#shared/qc/record/schema'
import { recordActions, ruleOf } from '#shared/qc/record/workflow'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { Assignment } from '#shared/qc/assignment'
import { scopeOf } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { dayText } from '../../platform/list/day'
import { rowsBy } from '../../platform/list/rows-by'
import { literal, oneRow, statement } from '../../platform/list/statement'
import type { Reading, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { assignmentFor } from '../assignment/queries'
import { mentionsAt } from '../mention/queries'
import { isOpenSince } from '../lot/hold'
import { itemsBound } from '../template/items'
import { CORRECTION, UNSIGNED, type Photo, type Value, type ValueBase } from './content'
import { loadRecords, type LoadedRecord } from './load'
import { instant, instantOrNull } from '../../platform/list/wire'
import { recordRowOf, selectRecords, type SelectedRecord } from './row'
import { isRecordInScope } from './scope'
import { signatureHash, type Signing } from './submit'

/** A record as in lists. */
export const rowById = oneRow((store) =>
  selectRecords(store).where(eq(store.t.valueBases.qcValueBaseId, store.bind('id'))),
)

const entriesOfRecord = ({ t: { audits }, bind }: Store) =>
  and(eq(audits.entity, literal('record')), eq(audits.entityId, bind('id')))

const correctionsOf = statement((store) => {
  const { audits } = store.t
  const isCorrection = and(eq(audits.action, literal(CORRECTION)), isNotNull(audits.field))
  return store.db
    .select()
    .from(audits)
    .where(and(entriesOfRecord(store), isCorrection))
    .orderBy(audits.id)
})

const signaturesOf = statement(({ db, t: { signatures }, bind }) =>
  db
    .select()
    .from(signatures)
    .where(and(eq(signatures.entity, literal('record')), eq(signatures.entityId, bind('id'))))
    .orderBy(signatures.signatureId),
)

/** Entries of steps, and the entries that mark the step before them as unsigned. */
const stepEntriesOf = statement((store) => {
  const { id, action, field, reason, actorName, at } = store.t.audits
  return store.db
    .select({ id, action, field, reason, actorName, at })
    .from(store.t.audits)
    .where(and(entriesOfRecord(store), inArray(field, [literal('status'), literal(UNSIGNED)])))
    .orderBy(id)
})

const commentsOf = rowsBy('recordComments', 'qcValueBaseId', { orderBy: ['commentId'] })

/** The record that this one tests again, and its own retests. */
const relativesOf = statement(({ db, t: { valueBases }, bind }) => {
  const { qcValueBaseId, recordNo, deptId, operatorId, retestOf } = valueBases
  return db
    .select({ qcValueBaseId, recordNo, deptId, operatorId })
    .from(valueBases)
    .where(or(eq(retestOf, bind('id')), eq(qcValueBaseId, bind('first'))))
    .orderBy(qcValueBaseId)
})

/** The record to read, the reader, and the settings of signing. */
export type RecordQuestion = [id: number, operator: Operator, signing: Signing]

/** A record in the operator's data scope, as of one moment. */
export const getRecord = (store: Store, ...question: RecordQuestion): Promise<RecordDetail | undefined> =>
  store.snapshot((at) => recordAt(at, ...question))

/** {@link getRecord} within a snapshot: a signature is compared with the content of the same moment. */
export async function recordAt(
  store: Reading,
  ...[id, operator, signing]: RecordQuestion
): Promise<RecordDetail | undefined> {
  const scope = await scopeOf(store, operator)
  const record = (await loadRecords(store, store.db, [id], scope)).get(id)
  const row = record && (await rowById(store, { id }))
  if (!row) return undefined
  const { lotId, submittedAt } = record
  const [items, corrections, signatures, comments, stepEntries, related, assignment, mentions] = await Promise.all([
    itemsBound(store, store.db, record.versionId),
    correctionsOf(store, { id }),
    signaturesOf(store, { id }),
    commentsOf(store, store.db, id),
    stepEntriesOf(store, { id }),
    relativesOf(store, { id, first: record.retestOf ?? 0 }),
    assignmentFor(store, store.db, { entity: 'record', entityId: id }),
    mentionsAt(store, store.db, id),
  ])
  const relatives = related.filter((relative) => isRecordInScope(scope, relative))
  const isSevere = lotId !== null && submittedAt !== null && hasSevereNg(record, items)
  const isHoldProposed = isSevere && (await isOpenSince(store, lotId, submittedAt))
  const events = {
    corrections,
    signatures: signatures.map((signature) => signatureOf(signature, record, corrections)),
    comments,
    mentions,
    stepEntries,
    isHoldProposed,
    assignment,
  }
  return detailOf({ row, record, items, relatives, ...events }, signing)
}

/** The history of a record. */
type Events = {
  corrections: readonly AuditRow[]
  signatures: RecordSignature[]
  comments: readonly Tables['recordComments']['$inferSelect'][]
  mentions: readonly Tables['mentions']['$inferSelect'][]
  stepEntries: readonly StepEntry[]
  isHoldProposed: boolean
  assignment: Assignment | null
}
export const nothingSince: Events = {
  corrections: [],
  signatures: [],
  comments: [],
  mentions: [],
  stepEntries: [],
  isHoldProposed: false,
  assignment: null,
}

type StoredValue = Omit<Value, 'valueId'>

type Parts = Events & {
  row: SelectedRecord
  record: Omit<LoadedRecord, 'values'> & { values: readonly StoredValue[] }
  items: TemplateItem[]
  /** The record that this one tests again, and its own retests, within the reader's scope. */
  relatives: readonly Pick<ValueBase, 'qcValueBaseId' | 'recordNo'>[]
}

/** The API form of a record, from the rows just read or written. */
export function detailOf(
  { row, record, items, relatives: related, corrections, signatures, comments, mentions, stepEntries, ...since }: Parts,
  signing: Signing,
): RecordDetail {
  const { submittedAt, values } = record
  const relatives = related.map(({ qcValueBaseId, recordNo }) => ({ qcValueBaseId, recordNo }))
  return {
    ...recordRowOf(row),
    isLotRequired: record.isLotRequired,
    tzMin: record.tzMin,
    rev: record.rev,
    firstJudgement: record.firstJudgement,
    disposition: record.disposition,
    remark: record.remark,
    isInspectorActive: record.isInspectorActive,
    authors: record.authors,
    voidReason: record.voidReason,
    submittedAt: instantOrNull(submittedAt),
    submittedBy: record.submittedBy,
    submittedByName: record.submittedByName,
    reviewedAt: instantOrNull(record.reviewedAt),
    reviewedBy: record.reviewedBy,
    approvedAt: instantOrNull(record.approvedAt),
    approvedBy: record.approvedBy,
    voidedAt: instantOrNull(record.voidedAt),
    createdAt: instant(record.createdAt),
    isLate: record.createdAt - record.inspectedAt > LATE_ENTRY_MS,
    retestOf: relatives.find(({ qcValueBaseId }) => qcValueBaseId === record.retestOf) ?? null,
    retests: relatives.filter(({ qcValueBaseId }) => qcValueBaseId !== record.retestOf),
    items,
    values: inItemOrder(values, items).map(valueOf),
    photos: record.photos.map(photoAsSent),
    removedPhotos: record.removedPhotos.map(photoAsSent),
    corrections: corrections.flatMap(correctionOf),
    comments: comments.map(({ commentId, text, authorName, createdAt }) => ({
      commentId,
      text,
      authorName,
      createdAt: instant(createdAt),
      mentions: mentions.filter((one) => one.commentId === commentId).map(({ userName }) => userName),
    })),
    signatures,
    unsigned: unsignedSteps(stepEntries),
    isHoldProposed: since.isHoldProposed,
    assignment: since.assignment,
    isSelfAllowed: signing.selfReview,
    isPasswordAsked: signing.signaturePassword,
  }
}

type StepEntry = Awaited<ReturnType<typeof stepEntriesOf>>[number]

function unsignedSteps(entries: readonly StepEntry[]): UnsignedStep[] {
  return entries.flatMap(({ id: auditId, action: word, field, actorName, at }, index) => {
    const action = recordActions.find((name) => name === word)
    const meaning = action && ruleOf(action).meaning
    if (field !== UNSIGNED || !meaning) return []
    return [{ auditId, meaning, actorName, at: instant(at), reason: entries[index - 1]?.reason ?? null }]
  })
}

/** True if a submitted record has a critical or major nonconformity. */
function hasSevereNg({ status, values }: LoadedRecord, items: readonly TemplateItem[]): boolean {
  if (status === 'draft' || status === 'voided') return false
  const severe = items.filter(({ severity }) => severity === 'critical' || severity === 'major')
  const itemIds = new Set(severe.map(({ itemId }) => itemId))
  return values.some(({ judgement, itemId }) => judgement === 'NG' && itemIds.has(itemId))
}

/** Values by item, in the order of the version, then by sample. */
function inItemOrder(values: readonly StoredValue[], items: readonly TemplateItem[]): StoredValue[] {
  const indexes = new Map(items.map(({ itemId }, index) => [itemId, index]))
  const indexOf = ({ itemId }: StoredValue) => indexes.get(itemId) ?? indexes.size
  return values.toSorted((a, b) => indexOf(a) - indexOf(b) || a.sampleNo - b.sampleNo)
}

const photoAsSent = ({ qcValueBaseId: _record, removedAt: _removed, addedAt, ...photo }: Photo): RecordPhoto => ({
  ...photo,
  addedAt: instant(addedAt),
})

/** The API form of a value. */
export const valueOf = (value: StoredValue): RecordValue => ({
  itemKey: value.itemKey,
  sampleNo: value.sampleNo,
  state: value.state,
  missingCode: value.missingCode,
  raw: value.raw,
  value: value.num,
  den: value.den,
  judgement: value.judgement,
  gaugeId: value.gaugeId,
  gaugeOverdueSince: dayText(value.gaugeOverdueSince),
  confirmed: value.confirmed,
  enteredBy: value.enteredBy,
  enteredAt: instant(value.enteredAt),
  corrected: value.corrected,
})

type AuditRow = Tables['audits']['$inferSelect']

/** Derived fields: the trail has them for its verification, readers do not need them. */
const derivedFields = [
  'gaugeOverdueSince',
  'num',
  'enteredBy',
  'businessDay',
  'tzMin',
  'ngItems',
  'warnItems',
  'missingItems',
]

function correctionOf({ id, at, actorName, field, old, new: now, reasonCode, reason }: AuditRow): Correction[] {
  const photo = photoOf(field)
  if (photo) {
    const { itemKey, sha256 } = photo
    const sides = { old: old && sha256, new: now && sha256 }
    return [
      { auditId: id, at: instant(at), actorName, itemKey, sampleNo: null, field: PHOTO, ...sides, reasonCode, reason },
    ]
  }
  const [itemKey = null, sampleNo, part] = field?.includes('/') ? field.split('/') : [null, undefined, field]
  if (!part || derivedFields.includes(part)) return []
  const value = { itemKey, sampleNo: sampleNo === undefined ? null : Number(sampleNo), field: part }
  return [{ auditId: id, at: instant(at), actorName, ...value, old, new: now, reasonCode, reason }]
}

/** The corrections of a record after its first submission. */
export const correctionsIn = async (store: Reading, id: number): Promise<Correction[]> =>
  (await correctionsOf(store, { id })).flatMap(correctionOf)

function signatureOf(
  { entity: _entity, entityId: _entityId, signedAt, ...signature }: Tables['signatures']['$inferSelect'],
  record: LoadedRecord,
  corrections: readonly AuditRow[],
): RecordSignature {
  const { rev, meaning, contentSha256 } = signature
  const isSame = signatureHash(record, meaning) === contentSha256
  // a change since the signature counts only if the trail has an entry of it
  const isOld = rev < record.rev || (signedAt < record.contentAt && corrections.some(({ at }) => at >= signedAt))
  return { ...signature, signedAt: instant(signedAt), state: isSame ? 'valid' : isOld ? 'superseded' : 'broken' }
}
