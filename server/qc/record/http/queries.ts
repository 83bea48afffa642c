import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Correction, RecordDetail, RecordSignature, RecordValue, UnsignedStep } from '#shared/qc/record/schema'
import { LATE_ENTRY_MS } from '#shared/qc/constants'
import { recordActions, ruleOf } from '#shared/qc/record/workflow'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { Settings } from '../../../env'
import type { Reading, Store } from '../../../platform/store'
import type { Tables } from '../../../tables'
import { isInScope, scopeOf } from '../../../access/department/data-scope'
import { dayText } from '../../../platform/list/day'
import { isOpenSince } from '../../lot/hold'
import { CORRECTION, UNSIGNED, type Value, type ValueBase } from '../content'
import { authorsOf, changersOf } from '../load'
import { instant, instantOrNull, recordRowOf, selectRecords } from '../row'
import { signatureHash } from '../step'
import { itemsBound } from '../version'
import type { Operator } from '../../../access/session/queries'
import { literal, oneRow, statement } from '../../../platform/list/statement'

/** How the installation signs. */
export type Signing = Pick<Settings, 'selfReview' | 'signaturePassword'>

const ofRecord = ({ t: { valueBases }, bind }: Store) => eq(valueBases.qcValueBaseId, bind('id'))

/** A record as lists show it. */
export const shownById = oneRow((store) => selectRecords(store).where(ofRecord(store)))

/** The record itself, with what its template and version say about its way. */
export const wholeById = oneRow((store) => {
  const { valueBases, templates, templateVersions } = store.t
  return store.db
    .select({
      record: valueBases,
      isLotRequired: templates.isLotRequired,
      contentSha256: templateVersions.contentSha256,
    })
    .from(valueBases)
    .leftJoin(templates, eq(templates.templateId, valueBases.templateId))
    .leftJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .where(ofRecord(store))
})

const valuesOf = statement(({ db, t: { values }, bind }) =>
  db
    .select()
    .from(values)
    .where(eq(values.qcValueBaseId, bind('id'))),
)

const correctionsOf = statement(({ db, t: { audits }, bind }) =>
  db
    .select()
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('record')),
        eq(audits.entityId, bind('id')),
        eq(audits.action, literal(CORRECTION)),
        isNotNull(audits.field),
      ),
    )
    .orderBy(audits.id),
)

const signaturesOf = statement(({ db, t: { signatures }, bind }) =>
  db
    .select()
    .from(signatures)
    .where(and(eq(signatures.entity, literal('record')), eq(signatures.entityId, bind('id'))))
    .orderBy(signatures.signatureId),
)

/** Steps that would have been signed, had the installation asked for that, each after the entry that says why. */
const unsignedOf = statement(({ db, t: { audits }, bind }) =>
  db
    .select({
      id: audits.id,
      action: audits.action,
      field: audits.field,
      reason: audits.reason,
      actorName: audits.actorName,
      at: audits.at,
    })
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('record')),
        eq(audits.entityId, bind('id')),
        inArray(audits.field, [literal('status'), literal(UNSIGNED)]),
      ),
    )
    .orderBy(audits.id),
)

const commentsOf = statement(({ db, t: { recordComments }, bind }) =>
  db
    .select()
    .from(recordComments)
    .where(eq(recordComments.qcValueBaseId, bind('id')))
    .orderBy(recordComments.commentId),
)

/** The record that this one tests again, and those that test this one again. */
const relativesOf = statement(({ db, t: { valueBases }, bind }) =>
  db
    .select({
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      deptId: valueBases.deptId,
      operatorId: valueBases.operatorId,
    })
    .from(valueBases)
    .where(or(eq(valueBases.retestOf, bind('id')), eq(valueBases.qcValueBaseId, bind('first'))))
    .orderBy(valueBases.qcValueBaseId),
)

/** One record in the operator's data scope, as it is at one moment. */
export const getRecord = (store: Store, ...asked: RecordAsked): Promise<RecordDetail | undefined> =>
  store.snapshot((at) => recordAt(at, ...asked))

export type RecordAsked = [id: number, operator: Operator, signing: Signing]

/** The same of the moment that a snapshot shows: a signature is held against what stands beside it. */
export async function recordAt(
  store: Reading,
  ...[id, operator, signing]: RecordAsked
): Promise<RecordDetail | undefined> {
  const [row, whole, scope] = await Promise.all([
    shownById(store, { id }),
    wholeById(store, { id }),
    scopeOf(store, operator),
  ])
  if (!row || !whole) return undefined
  const { record } = whole
  const isSeen = ({ deptId, operatorId }: { deptId: number | null; operatorId: number }) =>
    isInScope(scope, { deptId, createBy: operatorId })
  if (!isSeen(record)) return undefined
  const [items, values, changers, corrections, signatures, comments, unsigned, related] = await Promise.all([
    itemsBound(store, store.db, record.versionId),
    valuesOf(store, { id }),
    changersOf(store, store.db, [id]),
    correctionsOf(store, { id }),
    signaturesOf(store, { id }),
    commentsOf(store, { id }),
    unsignedOf(store, { id }),
    relativesOf(store, { id, first: record.retestOf ?? 0 }),
  ])
  const relatives = related.filter(isSeen).map(({ qcValueBaseId, recordNo }) => ({ qcValueBaseId, recordNo }))
  const authors = authorsOf(record, values, changers.get(id))
  const loaded = { ...record, ...signingOf(whole), values, authors }
  return {
    ...recordRowOf(row),
    isLotRequired: whole.isLotRequired ?? false,
    tzMin: record.tzMin,
    rev: record.rev,
    firstJudgement: record.firstJudgement,
    disposition: record.disposition,
    remark: record.remark,
    authors,
    voidReason: record.voidReason,
    submittedAt: instantOrNull(record.submittedAt),
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
    values: inOrder(values, items).map(valueOf),
    corrections: corrections.flatMap(correctionOf),
    comments: comments.map(({ commentId, text, authorName, createdAt }) => ({
      commentId,
      text,
      authorName,
      createdAt: instant(createdAt),
    })),
    signatures: signatures.map((signature) => signatureOf(signature, loaded, corrections)),
    unsigned: unsignedSteps(unsigned),
    isHoldProposed: isSevere(record, values, items) && (await isOpenSince(store, record.lotId, record.submittedAt)),
    isSelfAllowed: signing.selfReview,
    isPasswordAsked: signing.signaturePassword,
  }
}

type Whole = NonNullable<Awaited<ReturnType<typeof wholeById>>>
const signingOf = ({ isLotRequired, contentSha256 }: Whole) => ({
  isLotRequired: isLotRequired ?? false,
  contentSha256,
})

type Unsigned = Awaited<ReturnType<typeof unsignedOf>>[number]

function unsignedSteps(entries: readonly Unsigned[]): UnsignedStep[] {
  return entries.flatMap(({ id: auditId, action: word, field, actorName, at }, index) => {
    const action = recordActions.find((known) => known === word)
    const meaning = action && ruleOf(action).meaning
    if (field !== UNSIGNED || !meaning) return []
    return [{ auditId, meaning, actorName, at: instant(at), reason: entries[index - 1]?.reason ?? null }]
  })
}

/** Whether somebody has answered for a critical or major nonconformity of a lot. */
const isSevere = (
  record: ValueBase,
  values: readonly Value[],
  items: readonly TemplateItem[],
): record is ValueBase & { lotId: number; submittedAt: number } =>
  record.lotId !== null &&
  record.submittedAt !== null &&
  record.status !== 'draft' &&
  record.status !== 'voided' &&
  values.some(
    ({ judgement, itemId }) =>
      judgement === 'NG' &&
      items.some((item) => item.itemId === itemId && (item.severity === 'critical' || item.severity === 'major')),
  )

/** By item, as the version has them, then by sample. */
function inOrder<Row extends Pick<Value, 'itemId' | 'sampleNo'>>(
  values: readonly Row[],
  items: readonly TemplateItem[],
): Row[] {
  const places = new Map(items.map(({ itemId }, index) => [itemId, index]))
  const placeOf = ({ itemId }: Row) => places.get(itemId) ?? places.size
  return values.toSorted((a, b) => placeOf(a) - placeOf(b) || a.sampleNo - b.sampleNo)
}

/** A value as it travels. */
export const valueOf = (value: Value): RecordValue => ({
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

/** What only follows from what was changed is in the trail, so that it can be verified, and of no interest to readers. */
const following = [
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
  const [itemKey, sampleNo, part] = field?.includes('/') ? field.split('/') : [null, null, field]
  if (!part || following.includes(part)) return []
  return [
    {
      auditId: id,
      at: instant(at),
      actorName,
      itemKey: itemKey ?? null,
      sampleNo: sampleNo === null ? null : Number(sampleNo),
      field: part,
      old,
      new: now,
      reasonCode,
      reason,
    },
  ]
}

/** What was changed of a record after its first submission. */
export const correctionsIn = async (store: Reading, id: number): Promise<Correction[]> =>
  (await correctionsOf(store, { id })).flatMap(correctionOf)

type SignatureRow = Tables['signatures']['$inferSelect']

function signatureOf(
  { signatureId, rev, meaning, signerId, signerName, signedAt, contentSha256, reason }: SignatureRow,
  record: Parameters<typeof signatureHash>[0],
  corrections: readonly AuditRow[],
): RecordSignature {
  const isSame = signatureHash(record, meaning) === contentSha256
  // that it was changed since is believed only if the trail tells of it
  const isOld = rev < record.rev || (signedAt < record.contentAt && corrections.some(({ at }) => at >= signedAt))
  return {
    signatureId,
    rev,
    meaning,
    signerId,
    signerName,
    signedAt: instant(signedAt),
    contentSha256,
    reason,
    state: isSame ? 'valid' : isOld ? 'superseded' : 'broken',
  }
}
