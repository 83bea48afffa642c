import type { Meaning } from '#shared/qc/constants'
import { meaningOf, recordActions, statusAfter, type RecordAction } from '#shared/qc/workflow'
import { canonical, sha256, type AuditRow } from './qc-audit'
import { CORRECTION, replayed, SUBMISSION, UNSIGNED, type RecordContent, type ValueBase } from './qc-record-content'

/** What of an entry is read here. */
export type TrailEntry = Pick<
  AuditRow,
  'id' | 'at' | 'actorId' | 'actorName' | 'action' | 'field' | 'old' | 'new' | 'reason' | 'reasonCode'
>

/** How far a record has come, beside what was recorded. */
const lifeFields = [
  'status',
  'rev',
  'firstJudgement',
  'disposition',
  'submittedAt',
  'submittedBy',
  'reviewedAt',
  'reviewedBy',
  'approvedAt',
  'approvedBy',
  'voidedAt',
  'voidReason',
] as const satisfies (keyof ValueBase)[]

export type Life = Pick<ValueBase, (typeof lifeFields)[number]>

export const lifeOf = (record: Life): Life =>
  Object.fromEntries(lifeFields.map((field) => [field, record[field]])) as Life // of these fields

/** A signature that the trail says was given. */
export type ToldSignature = {
  auditId: number
  rev: number
  meaning: Meaning
  signerId: number
  signerName: string
  signedAt: number
  contentSha256: string
}

export type Replay = {
  /** The number it was created with; undefined where no entry tells of that. */
  recordNo: string | undefined
  /** All that was recorded, field by field as the trail names them; undefined where it was never submitted. */
  content: Map<string, string> | undefined
  life: Life
  signatures: ToldSignature[]
}

const begun: Life = {
  status: 'draft',
  rev: 1,
  firstJudgement: null,
  disposition: null,
  submittedAt: null,
  submittedBy: null,
  reviewedAt: null,
  reviewedBy: null,
  approvedAt: null,
  approvedBy: null,
  voidedAt: null,
  voidReason: '',
}
const unseen = { reviewedAt: null, reviewedBy: null, approvedAt: null, approvedBy: null }

/**
 * What the entries about one record say that it must be by now, in their order.
 * @param versionSha256 of the version that it is bound to
 */
export function replay(entries: readonly TrailEntry[], versionSha256: string | null): Replay {
  let recordNo: string | undefined
  let snapshot: string | undefined
  let submitted: RecordContent | undefined
  let corrections: TrailEntry[] = []
  let life = begun
  const signed: { entry: TrailEntry; meaning: Meaning; rev: number; content: string | undefined }[] = []
  const dispositions = new Map<TrailEntry, string | null>()

  for (const entry of entries) {
    const { action, field, at, actorId } = entry
    if (action === 'create') recordNo = entry.new ?? undefined
    else if (action === CORRECTION) corrections.push(entry)
    else if (!isAction(action)) continue
    else if (action === SUBMISSION && field === null) {
      snapshot = entry.new ?? '{}'
      submitted = JSON.parse(snapshot) as RecordContent // as `planStep` wrote it
      corrections = []
      const firstJudgement = life.firstJudgement ?? submitted.judgement
      // by the levels that the record itself keeps: what its template asks by now says nothing of the past
      const status = statusAfter(SUBMISSION, { status: life.status, signLevels: submitted.signLevels })
      const approved = status === 'approved' && { approvedAt: at, approvedBy: actorId }
      life = { ...life, ...unseen, ...approved, status, submittedAt: at, submittedBy: actorId, firstJudgement }
    } else if (field === 'disposition') {
      life = { ...life, disposition: entry.new }
      const last = signed.at(-1)?.entry
      if (last?.action === action) dispositions.set(last, entry.new)
    } else if (field === UNSIGNED) {
      signed.pop() // the step just before
    } else if (field === 'status') {
      const status = entry.old as ValueBase['status'] // as `planStep` wrote it
      const meaning = meaningOf(action, { status })
      if (meaning) {
        signed.push({ entry, meaning, rev: life.rev, content: snapshot })
        dispositions.set(entry, life.disposition)
      }
      life = { ...life, ...stepOf(entry, life), status: entry.new as ValueBase['status'] }
    }
  }
  const signatures = signed.map(({ entry, meaning, rev, content }): ToldSignature => {
    const disposition = meaning === 'approved' || meaning === 'voided' ? (dispositions.get(entry) ?? null) : null
    return {
      auditId: entry.id,
      rev,
      meaning,
      signerId: entry.actorId,
      signerName: entry.actorName,
      signedAt: entry.at,
      contentSha256: content ? sealOf(content, { rev, contentSha256: versionSha256, disposition }) : '',
    }
  })
  return { recordNo, content: submitted && replayed(submitted, corrections), life, signatures }
}

/** What `signedSha256` makes of a content, of its text: `content` comes before the other names. */
const sealOf = (content: string, signed: object): string =>
  sha256(`{"content":${content},${canonical(signed).slice(1)}`)

/** What a step has changed beside the status. */
function stepOf({ action, at, actorId, reason, reasonCode }: TrailEntry, { rev }: Life): Partial<Life> {
  if (action === 'review') return { reviewedAt: at, reviewedBy: actorId }
  if (action === 'approve') return { approvedAt: at, approvedBy: actorId }
  if (action === 'void') return { voidedAt: at, voidReason: reason ?? reasonCode ?? '' }
  return { ...unseen, ...(action === 'reopen' && { rev: rev + 1 }) }
}

const isAction = (action: string): action is RecordAction => (recordActions as readonly string[]).includes(action)
