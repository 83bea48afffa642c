import { flatContent, keyOfValue, recordContent, type Photo, type Value, type ValueBase } from '../../record/content'
import type { Tables } from '../../../tables'
import { canonical } from '../append'
import { pairFaults, unreadable, type FoundFault } from './faults'
import {
  lifeOf,
  removedKey,
  replay,
  type BoundVersion,
  type ReplayedContent,
  type Replay,
  type TrailEntry,
} from './replay'

/** One record and everything about it. */
export type RecordTrail = {
  id: number
  /** Undefined if only the trail has it. */
  record: ValueBase | undefined
  version: BoundVersion
  values: Value[]
  /** Present photos and photos removed by corrections. */
  photos: Photo[]
  entries: TrailEntry[]
  signatures: SignatureRow[]
  comments: Tables['recordComments']['$inferSelect'][]
}

export type SignatureRow = Tables['signatures']['$inferSelect']

export const signatureFields = [
  'rev',
  'meaning',
  'signerId',
  'signerName',
  'signedAt',
  'reason',
  'contentSha256',
] as const satisfies (keyof SignatureRow)[]

/** The fields of a value, the most informative first. Only the first differing field is reported. */
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

/** The differences between a record and its entries in the trail. */
export function recordFaults(trail: RecordTrail): FoundFault[] {
  const { id: qcValueBaseId, record, entries, signatures, comments, version } = trail
  const presentContent = () => (record ? canonical(contentNow(record, trail)) : '')
  const expected = replay(entries, version, presentContent)
  if (expected.unreadable.length > 0) return expected.unreadable.map(unreadable) // nothing can be compared with the rest
  const recordNo = record?.recordNo ?? expected.recordNo ?? `#${qcValueBaseId}`
  const about = { qcValueBaseId, recordNo }
  const whole = (key: 'qcAudit.fault.recordGone' | 'qcAudit.fault.recordUntold'): FoundFault[] => [
    { ...about, kind: 'record', key, values: { recordNo } },
  ]
  // entries with the id 0 are exports of records
  const isOfNone = qcValueBaseId === 0 && expected.recordNo === undefined && signatures.length === 0
  if (!record) return isOfNone ? [] : whole('qcAudit.fault.recordGone')
  if (expected.recordNo === undefined) return whole('qcAudit.fault.recordUntold')
  return [
    ...contentFaults(record, trail, expected, about),
    ...repeatedValues(trail, about),
    ...differences(flatLife(expected.life), flatLife(lifeOf(record)), about),
    ...pairFaults(expected.signatures, signatures, {
      noun: 'signature',
      about: { ...about, kind: 'signature' },
      subject: { recordNo },
      fields: signatureFields,
      nameOf: ({ signerName }) => signerName,
    }),
    ...pairFaults(expected.comments, comments, {
      noun: 'comment',
      about: { ...about, kind: 'comment' },
      subject: { recordNo },
      fields: ['text', 'authorId', 'authorName', 'createdAt'],
      nameOf: ({ authorName }) => authorName,
      shownText: ({ text }) => text,
    }),
  ]
}

const contentNow = (record: ValueBase, { values, photos }: Pick<RecordTrail, 'values' | 'photos'>) =>
  recordContent(
    record,
    values,
    photos.filter(({ removedAt }) => removedAt === null),
  )

function contentFaults(
  record: ValueBase,
  { values, photos, version }: RecordTrail,
  { content, recordNo = '', removedPhotos }: Replay,
  about: About,
): FoundFault[] {
  const signed = flatContent(contentNow(record, { values, photos }))
  // the trail knows only the number of a draft
  if (!content) return differences(new Map(signed).set('recordNo', recordNo), signed, about)
  const fields = new Map([...content.fields, ...removedPhotos])
  const { isWhole } = content
  const now = signed.set('contentAt', String(record.contentAt))
  if (record.deptId !== null) now.set('deptId', String(record.deptId))
  for (const value of values) {
    const key = keyOfValue(value)
    now.set(`${key}/enteredAt`, String(value.enteredAt)).set(`${key}/corrected`, String(value.corrected))
    if (version.itemIds.has(value.itemKey)) now.set(`${key}/itemId`, String(value.itemId))
  }
  for (const photo of photos) if (photo.removedAt !== null) now.set(removedKey(photo, photo.removedAt), '')
  if (!isWhole) dropNewFields(now, fields)
  return differences(fields, now, about)
}

/** Leaves out the fields that the first submissions of an installation did not have. */
function dropNewFields(now: Map<string, string>, expected: ReplayedContent['fields']) {
  for (const field of now.keys()) {
    const isNew = field === 'contentAt' || field === 'deptId' || field.endsWith('/enteredAt')
    if (isNew && !expected.has(field)) now.delete(field)
  }
}

const flatLife = (life: object): Map<string, string> =>
  new Map(Object.entries(life).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])))

type About = { qcValueBaseId: number; recordNo: string }

function isSame(expected: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  if (expected.size !== now.size) return false
  for (const [field, value] of expected) if (now.get(field) !== value) return false
  return true
}

/** Differing fields; for a value, only the most informative one. */
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
  const reported = [...ofValues].map(([value, fields]) =>
    reportedFields.map((field) => `${value}/${field}`).find((field) => fields.includes(field))!,
  )
  return [...heads, ...reported].map((field): FoundFault => {
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

/** Duplicate values: two items of the version have the same key. */
function repeatedValues({ values }: RecordTrail, about: About): FoundFault[] {
  const seen = new Set<string>()
  return values.flatMap(({ itemKey, sampleNo, raw }): FoundFault[] => {
    const key = keyOfValue({ itemKey, sampleNo })
    const field = `${key}/raw`
    const isFirst = !seen.has(key)
    seen.add(key)
    if (isFirst) return []
    const message = { key: 'qcAudit.fault.differs', values: { recordNo: about.recordNo, field } } as const
    return [{ ...about, kind: 'value', itemKey, sampleNo, field, expected: null, found: raw, ...message }]
  })
}
