import { recordStatuses, type Meaning, type RecordStatus } from '#shared/qc/constants'
import { REMOVED } from '#shared/qc/audit/words'
import { photoKey, photoOf } from '#shared/qc/record/photo-field'
import { meaningOf, recordActions, statusAfter, type RecordAction } from '#shared/qc/record/workflow'
import { canonical, sha256, type AuditRow } from '../append'
import { readSubmission, type Submitted } from '../submission'
import { enteredFields } from '../../record/change'
import { CORRECTION, replayed, SIGNED, SUBMISSION, UNSIGNED, type ValueBase } from '../../record/content'

/** The fields of an entry that the replay reads. */
export type TrailEntry = Pick<
  AuditRow,
  'id' | 'at' | 'actorId' | 'actorName' | 'action' | 'field' | 'old' | 'new' | 'reason' | 'reasonCode'
>

/** The fields of a record's progress, without its content. */
const lifeFields = [
  'createdAt',
  'status',
  'rev',
  'firstJudgement',
  'disposition',
  'submittedAt',
  'submittedBy',
  'submittedByName',
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

/** A signature according to the trail. */
export type ReplayedSignature = {
  auditId: number
  rev: number
  meaning: Meaning
  signerId: number
  signerName: string
  signedAt: number
  contentSha256: string
  reason: string | null
}

/** A comment according to the trail. */
type ReplayedComment = { auditId: number; text: string; authorId: number; authorName: string; createdAt: number }

export type Replay = {
  /** The number at creation; undefined without an entry of the creation. */
  recordNo: string | undefined
  /** Undefined for a record never submitted. */
  content: ReplayedContent | undefined
  life: Life
  signatures: ReplayedSignature[]
  comments: ReplayedComment[]
  /** Photos removed by corrections. They are kept, by hash, item and time. */
  removedPhotos: ReadonlyMap<string, string>
  /** Entries with unreadable content. */
  unreadable: number[]
}

export type ReplayedContent = {
  /** The fields by their names in the trail. */
  fields: Map<string, string>
  /** True if it has the unsigned fields: the time of entry of each value, and the department. */
  isWhole: boolean
}

const draft: Life = {
  createdAt: 0,
  status: 'draft',
  rev: 1,
  firstJudgement: null,
  disposition: null,
  submittedAt: null,
  submittedBy: null,
  submittedByName: null,
  reviewedAt: null,
  reviewedBy: null,
  approvedAt: null,
  approvedBy: null,
  voidedAt: null,
  voidReason: '',
}
const unseen = { reviewedAt: null, reviewedBy: null, approvedAt: null, approvedBy: null }

/** The version of a record: its hash, and the ids of its items by their keys. */
export type BoundVersion = { sha256: string | null; itemIds: ReadonlyMap<string, number> }

/**
 * Replays the entries about a record in their order. The result is the expected present state of the record.
 * @param presentContent in canonical JSON. The voiding of a corrected record signs it; nothing changes it afterwards.
 */
export function replay(entries: readonly TrailEntry[], version: BoundVersion, presentContent: () => string): Replay {
  let recordNo: string | undefined
  let submitted: Submitted | undefined
  let corrections: TrailEntry[] = []
  let life = draft
  const everCorrected = new Set<string>()
  const signed: { entry: TrailEntry; meaning: Meaning; rev: number; content: string | undefined }[] = []
  /** Earlier versions signed only the voiding of approved records. */
  let isReopenedVoidSigned = false
  const dispositions = new Map<TrailEntry, string | null>()
  const comments: ReplayedComment[] = []
  const removedPhotos = new Map<string, string>()
  const unreadable: number[] = []

  for (const entry of entries) {
    const { id, action, field, at, actorId, actorName } = entry
    if (action === 'create') {
      recordNo = entry.new ?? undefined
      life = { ...life, createdAt: at }
    } else if (action === 'comment') {
      comments.push({ auditId: id, text: entry.new ?? '', authorId: actorId, authorName: actorName, createdAt: at })
    } else if (action === CORRECTION) {
      corrections.push(entry)
      const value = enteredIn(entry)
      if (value) everCorrected.add(value)
      const photo = photoOf(field)
      if (photo && entry.new === null) removedPhotos.set(removedKey(photo, at), '')
    } else if (!isAction(action)) continue
    else if (action === SUBMISSION && field === null) {
      submitted = readSubmission(entry.new)
      if (!submitted) {
        unreadable.push(id)
        continue
      }
      corrections = []
      const { judgement, signLevels } = submitted.content
      const firstJudgement = life.firstJudgement ?? judgement
      // by the sign levels stored with the record: the present ones of its template do not apply to the past
      const status = statusAfter(SUBMISSION, { status: life.status, signLevels })
      const approved = status === 'approved' && { approvedAt: at, approvedBy: actorId }
      const submission = { submittedAt: at, submittedBy: actorId, submittedByName: actorName, firstJudgement }
      life = { ...life, ...unseen, ...approved, status, ...submission }
    } else if (field === 'disposition') {
      life = { ...life, disposition: entry.new }
      const last = signed.at(-1)?.entry
      if (last?.action === action) dispositions.set(last, entry.new)
    } else if (field === UNSIGNED) {
      signed.pop() // the step just before
    } else if (field === SIGNED) {
      isReopenedVoidSigned = true
    } else if (field === 'status') {
      const [before, after] = [entry.old, entry.new]
      if (!isStatus(before) || !isStatus(after)) {
        unreadable.push(id)
        continue
      }
      const meaning = meaningOf(action, { status: before, rev: life.rev })
      if (meaning) {
        const content = corrections.length > 0 ? presentContent() : submitted?.signed
        signed.push({ entry, meaning, rev: life.rev, content })
        dispositions.set(entry, life.disposition)
      }
      life = { ...life, ...stepOf(entry, life), status: after }
    }
  }
  const isSigned = ({ action, old }: TrailEntry) => action !== 'void' || old === 'approved' || isReopenedVoidSigned
  const signatures = signed
    .filter(({ entry }) => isSigned(entry))
    .map(({ entry, meaning, rev, content }): ReplayedSignature => {
      const disposition = meaning === 'approved' || meaning === 'voided' ? (dispositions.get(entry) ?? null) : null
      return {
        auditId: entry.id,
        rev,
        meaning,
        signerId: entry.actorId,
        signerName: entry.actorName,
        signedAt: entry.at,
        contentSha256: content ? sealOf(content, { rev, contentSha256: version.sha256, disposition }) : '',
        reason: entry.reason,
      }
    })
  const content = submitted && contentOf(submitted, corrections, everCorrected, version)
  return { recordNo, content, life, signatures, comments, removedPhotos, unreadable }
}

/** A photo removed by a correction, as a field of the expected record. */
export const removedKey = (photo: { itemKey: string | null; sha256: string }, removedAt: number) =>
  `${REMOVED}${photoKey(photo)}:${removedAt}`

/** The value that an entry entered anew, `<itemKey>/<sampleNo>`. */
function enteredIn({ field }: TrailEntry): string | undefined {
  const [value, name] = parted(field ?? '')
  return isEntered(name) ? value : undefined
}

const isEntered = (name: string) => (enteredFields as readonly string[]).includes(name)

/** `<itemKey>/<sampleNo>` and the field name. A field of the record itself has an empty first part. */
const parted = (field: string): [value: string, name: string] => {
  const end = field.lastIndexOf('/')
  return end < 0 ? ['', field] : [field.slice(0, end), field.slice(end + 1)]
}

/** The expected content after these corrections, with the fields derived from their times. */
function contentOf(
  { content, beside, isWhole }: Submitted,
  corrections: readonly TrailEntry[],
  everCorrected: ReadonlySet<string>,
  { itemIds }: BoundVersion,
): ReplayedContent {
  const fields = replayed(content, corrections)
  const entered = new Map(beside)
  for (const correction of corrections) {
    entered.set('contentAt', String(correction.at))
    const value = enteredIn(correction)
    if (value) entered.set(`${value}/enteredAt`, String(correction.at))
  }
  const values = [...fields.keys()].map(parted).flatMap(([value, name]) => (value && name === 'state' ? [value] : []))
  for (const value of values) {
    fields.set(`${value}/corrected`, String(everCorrected.has(value)))
    const itemId = itemIds.get(parted(value)[0])
    if (itemId !== undefined) fields.set(`${value}/itemId`, String(itemId))
  }
  for (const [field, now] of entered) {
    const [value] = parted(field)
    if (value === '' || fields.has(`${value}/state`)) fields.set(field, now)
  }
  return { fields, isWhole }
}

/** The result of `signedSha256` from the text of a content: `content` comes before the other names. */
const sealOf = (content: string, signed: object): string =>
  sha256(`{"content":${content},${canonical(signed).slice(1)}`)

/** The fields changed by a step, without the status. */
function stepOf({ action, at, actorId, reason, reasonCode }: TrailEntry, { rev }: Life): Partial<Life> {
  if (action === 'review') return { reviewedAt: at, reviewedBy: actorId }
  if (action === 'approve') return { approvedAt: at, approvedBy: actorId }
  if (action === 'void') return { voidedAt: at, voidReason: reason ?? reasonCode ?? '' }
  return { ...unseen, ...(action === 'reopen' && { rev: rev + 1 }) }
}

const isAction = (action: string): action is RecordAction => (recordActions as readonly string[]).includes(action)
const isStatus = (word: string | null): word is RecordStatus =>
  (recordStatuses as readonly (string | null)[]).includes(word)
