import type { Tables } from '../../tables'
import type { FoundFault } from './fault'
import {
  lifeOf,
  replay,
  type Replay,
  type ReplayedComment,
  type ReplayedContent,
  type ReplayedSignature,
  type BoundVersion,
  type TrailEntry,
} from './replay'
import { flatContent, recordContent, type ValueBase, type Value } from '../record/content'

export type Slice = {
  id: number
  /** Undefined where only the trail knows it. */
  record: ValueBase | undefined
  version: BoundVersion
  values: Value[]
  entries: TrailEntry[]
  signatures: SignatureRow[]
  comments: CommentRow[]
}

export type SignatureRow = Tables['signatures']['$inferSelect']
type CommentRow = Tables['recordComments']['$inferSelect']

/** The fields of a value by which a difference is told: the first of them that differs. */
const reportedFields = [
  'raw',
  'num',
  'den',
  'judgement',
  'state',
  'missingCode',
  'gaugeId',
  'gaugeOverdueSince',
  'confirmed',
  'enteredBy',
  'enteredAt',
  'corrected',
  'itemId',
]

/** Where one record differs from what the trail says of it. */
export function recordFaults(slice: Slice): FoundFault[] {
  const { id: qcValueBaseId, record, entries, signatures, comments, version } = slice
  const recorded = replay(entries, version)
  if (recorded.unreadable.length > 0) return recorded.unreadable.map(unreadable) // nothing can be held against what is left
  const recordNo = record?.recordNo ?? recorded.recordNo ?? `#${qcValueBaseId}`
  const about = { qcValueBaseId, recordNo }
  const whole = (key: 'qcAudit.fault.recordGone' | 'qcAudit.fault.recordUntold'): FoundFault[] => [
    { ...about, kind: 'record', key, values: { recordNo } },
  ]
  if (!record) return isOfAll(slice, recorded) ? [] : whole('qcAudit.fault.recordGone')
  if (recorded.recordNo === undefined) return whole('qcAudit.fault.recordUntold')
  return [
    ...contentFaults(slice, recorded, about),
    ...twice(slice, about),
    ...differences(flatLife(recorded.life), flatLife(lifeOf(record)), about),
    ...signatureFaults(recorded.signatures, signatures, about),
    ...commentFaults(recorded.comments, comments, about),
  ]
}

export const unreadable = (auditId: number): FoundFault => ({
  kind: 'entry',
  auditId,
  key: 'qcAudit.fault.unreadable',
  values: { id: auditId },
})

/** Entries about no record in particular: that some were exported. */
const isOfAll = ({ id, signatures }: Slice, { recordNo }: Replay) =>
  id === 0 && recordNo === undefined && signatures.length === 0

function contentFaults({ record, values, version }: Slice, recorded: Replay, about: About): FoundFault[] {
  if (!record) return []
  const signed = flatContent(recordContent(record, values))
  if (!recorded.content) return differences(onlyNumber(signed, recorded), signed, about)
  const { fields, isWhole } = recorded.content
  const now = signed.set('contentAt', String(record.contentAt))
  if (record.deptId !== null) now.set('deptId', String(record.deptId))
  for (const { itemKey, sampleNo, enteredAt, corrected, itemId } of values) {
    const value = `${itemKey}/${sampleNo}`
    now.set(`${value}/enteredAt`, String(enteredAt)).set(`${value}/corrected`, String(corrected))
    if (version.itemIds.has(itemKey)) now.set(`${value}/itemId`, String(itemId))
  }
  if (!isWhole) dropUnrecorded(now, fields)
  return differences(fields, now, about)
}

/** Takes away what the first submissions of an installation did not tell. */
function dropUnrecorded(now: Map<string, string>, recorded: ReplayedContent['fields']) {
  for (const field of now.keys()) {
    const isNew = field === 'contentAt' || field === 'deptId' || field.endsWith('/enteredAt')
    if (isNew && !recorded.has(field)) now.delete(field)
  }
}

/** Of a draft the trail knows no more than its number. */
function onlyNumber(now: ReadonlyMap<string, string>, { recordNo = '' }: Replay): Map<string, string> {
  return new Map(now).set('recordNo', recordNo)
}

const flatLife = (life: object): Map<string, string> =>
  new Map(Object.entries(life).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])))

type About = { qcValueBaseId: number; recordNo: string }

function isSame(expected: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  if (expected.size !== now.size) return false
  for (const [field, value] of expected) if (now.get(field) !== value) return false
  return true
}

/** Fields that differ; of a value the one that tells most. */
function differences(
  expected: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  about: About,
): FoundFault[] {
  if (isSame(expected, now)) return []
  const differing = [...new Set([...expected.keys(), ...now.keys()])].filter(
    (field) => expected.get(field) !== now.get(field),
  )
  const heads = differing.filter((field) => !field.includes('/'))
  const ofValues = Map.groupBy(
    differing.filter((field) => field.includes('/')),
    (field) => field.slice(0, field.lastIndexOf('/')),
  )
  const ofEachValue = [...ofValues].map(([value, fields]) =>
    reportedFields.map((field) => `${value}/${field}`).find((field) => fields.includes(field))!,
  )
  return [...heads, ...ofEachValue].map((field): FoundFault => {
    const [itemKey, sampleNo] = field.split('/')
    return {
      ...about,
      ...(sampleNo === undefined
        ? { kind: 'record' }
        : { kind: 'value', itemKey: itemKey!, sampleNo: Number(sampleNo) }),
      field,
      expected: expected.get(field) ?? null,
      found: now.get(field) ?? null,
      key: 'qcAudit.fault.differs',
      values: { recordNo: about.recordNo, field },
    }
  })
}

/** Values that stand there twice, under two items of the same key. */
function twice({ values }: Slice, about: About): FoundFault[] {
  const seen = new Set<string>()
  return values.flatMap(({ itemKey, sampleNo, raw }): FoundFault[] => {
    const value = `${itemKey}/${sampleNo}`
    if (!seen.has(value)) {
      seen.add(value)
      return []
    }
    const field = `${value}/raw`
    const message = { key: 'qcAudit.fault.differs', values: { recordNo: about.recordNo, field } } as const
    return [{ ...about, kind: 'value', itemKey, sampleNo, field, expected: null, found: raw, ...message }]
  })
}

/** Signatures that were changed, taken away or put in. */
function signatureFaults(
  recorded: readonly ReplayedSignature[],
  rows: readonly SignatureRow[],
  about: About,
): FoundFault[] {
  const { changed, gone, added } = pairs(recorded, rows, isThat)
  const { recordNo } = about
  const fault = { ...about, kind: 'signature' } as const
  return [
    ...changed.map(([{ auditId, ...was }, is]): FoundFault => {
      const values = { recordNo, name: was.signerName }
      return { ...fault, auditId, key: 'qcAudit.fault.signatureChanged', values, ...sidesOf(was, is) }
    }),
    ...gone.map(({ auditId, signerName: name }): FoundFault => {
      return { ...fault, auditId, key: 'qcAudit.fault.signatureGone', values: { recordNo, name } }
    }),
    ...added.map(({ signerName: name }): FoundFault => {
      return { ...fault, key: 'qcAudit.fault.signatureAdded', values: { recordNo, name } }
    }),
  ]
}

/** Comments that were changed, taken away or put in. */
function commentFaults(recorded: readonly ReplayedComment[], rows: readonly CommentRow[], about: About): FoundFault[] {
  const { changed, gone, added } = pairs(recorded, rows, isSaid)
  const { recordNo } = about
  const fault = { ...about, kind: 'comment' } as const
  return [
    ...changed.map(([{ auditId, ...was }, is]): FoundFault => {
      const differing = commentFields.find((field) => was[field] !== is[field])!
      const values = { recordNo, name: was.authorName }
      return {
        ...fault,
        auditId,
        key: 'qcAudit.fault.commentChanged',
        values,
        ...sides(was[differing], is[differing], differing),
      }
    }),
    ...gone.map(({ auditId, authorName: name, text }): FoundFault => {
      return { ...fault, auditId, key: 'qcAudit.fault.commentGone', values: { recordNo, name }, ...sides(text, null) }
    }),
    ...added.map(({ authorName: name, text }): FoundFault => {
      return { ...fault, key: 'qcAudit.fault.commentAdded', values: { recordNo, name }, ...sides(null, text) }
    }),
  ]
}

type Side = string | number | null
const sides = (was: Side, is: Side, field?: string) => ({
  ...(field && { field }),
  expected: was === null ? null : String(was),
  found: is === null ? null : String(is),
})

/**
 * Holds rows against what is told of them: those that are as no row is told of, and what is told of none. One that is
 * there in the place of one that is told is the same one, changed.
 */
export function pairs<Recorded, Row>(
  recorded: readonly Recorded[],
  rows: readonly Row[],
  isSame: (row: Row, recorded: Recorded) => boolean,
) {
  const left = [...rows]
  const missing = recorded.filter((one) => {
    const index = left.findIndex((row) => isSame(row, one))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  const many = Math.min(missing.length, left.length)
  return {
    changed: missing.slice(0, many).map((one, index): [Recorded, Row] => [one, left[index]!]),
    gone: missing.slice(many),
    added: left.slice(many),
  }
}

const signatureFields = [
  'rev',
  'meaning',
  'signerId',
  'signerName',
  'signedAt',
  'reason',
  'contentSha256',
] as const satisfies (keyof SignatureRow)[]
export const isThat = (row: SignatureRow, recorded: ReplayedSignature) =>
  signatureFields.every((field) => row[field] === recorded[field])

/** In what a signature was changed. */
export function sidesOf(was: Omit<ReplayedSignature, 'auditId'>, is: SignatureRow) {
  const differing = signatureFields.find((field) => was[field] !== is[field])!
  return sides(was[differing], is[differing], differing)
}

const commentFields = ['text', 'authorId', 'authorName', 'createdAt'] as const satisfies (keyof CommentRow)[]
const isSaid = (row: CommentRow, recorded: ReplayedComment) =>
  commentFields.every((field) => row[field] === recorded[field])
