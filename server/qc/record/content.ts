import { photoKey } from '#shared/qc/record/photo-field'
import type { Tables } from '../../tables'
import { canonical, sha256 } from '../audit/append'

export type ValueBase = Tables['valueBases']['$inferSelect']
export type Value = Tables['values']['$inferSelect']
/** A photo without its content. */
export type Photo = Omit<Tables['photos']['$inferSelect'], 'content'>

/** The fields of a record that a submission seals and a signature covers. */
const headFields = [
  'recordNo',
  'productId',
  'templateId',
  'versionId',
  'lotId',
  'equipmentId',
  'shiftId',
  'businessDay',
  'operatorId',
  'operatorName',
  'createBy',
  'signLevels',
  'inspectedAt',
  'tzMin',
  'source',
  'retestOf',
  'remark',
  'judgement',
  'ngItems',
  'warnItems',
  'missingItems',
] as const satisfies (keyof ValueBase)[]

const valueFields = [
  'state',
  'missingCode',
  'raw',
  'num',
  'den',
  'judgement',
  'gaugeId',
  'confirmed',
  'enteredBy',
] as const satisfies (keyof Value)[]

type ContentHead = Pick<ValueBase, (typeof headFields)[number]>
/** Only for marked values, so that contents signed before marks existed stay the same. */
const MARK = 'gaugeOverdueSince'

type ContentValue = Pick<Value, 'itemKey' | 'sampleNo' | (typeof valueFields)[number]> & {
  [MARK]?: number | null | undefined
}
/** The hash represents the content of the photo. */
const photoFields = [
  'itemKey',
  'sha256',
  'mediaType',
  'bytes',
  'width',
  'height',
  'addedBy',
  'addedAt',
] as const satisfies (keyof Photo)[]
type ContentPhoto = Pick<Photo, (typeof photoFields)[number]>

/** `photos` only if there are some, so that contents signed before photos existed stay the same. */
export type RecordContent = ContentHead & { values: ContentValue[]; photos?: ContentPhoto[] | undefined }

/** The content of a record in a fixed order: values by item, then by sample; photos by item, then by hash. */
export function recordContent(
  record: ContentHead,
  values: readonly ContentValue[],
  photos: readonly ContentPhoto[],
): RecordContent {
  const picked = values.map((value) => ({
    itemKey: value.itemKey,
    sampleNo: value.sampleNo,
    ...pick(value, valueFields),
    ...(value[MARK] && { [MARK]: value[MARK] }),
  }))
  return {
    ...pick(record, headFields),
    values: picked.sort(inOrder),
    ...(photos.length > 0 && { photos: photos.map((photo) => pick(photo, photoFields)).sort(byKey) }),
  }
}

const pick = <Row extends object, Field extends keyof Row>(row: Row, fields: readonly Field[]): Pick<Row, Field> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field> // of these fields

const byKey = (a: ContentPhoto, b: ContentPhoto) => (photoKey(a) < photoKey(b) ? -1 : 1)

/** The key of a value within its record. */
export const keyOfValue = ({ itemKey, sampleNo }: Pick<Value, 'itemKey' | 'sampleNo'>) => `${itemKey}/${sampleNo}`

const inOrder = (a: ContentValue, b: ContentValue) =>
  a.itemKey === b.itemKey ? a.sampleNo - b.sampleNo : a.itemKey < b.itemKey ? -1 : 1

/**
 * A content field by field, with the names of the audit trail: `lotId`, `<itemKey>/<sampleNo>/raw`,
 * `photo:<itemKey>:<hash>`. All values are text. Nulls are left out, so that a removed value leaves nothing.
 */
export function flatContent({ values, photos = [], ...head }: RecordContent): Map<string, string> {
  const flat = new Map<string, string>()
  const add = (field: string, value: string | number | boolean | null) => {
    if (value !== null) flat.set(field, String(value))
  }
  for (const [field, value] of Object.entries(head)) add(field, value)
  for (const value of values) {
    for (const field of [...valueFields, MARK] as const) {
      add(`${value.itemKey}/${value.sampleNo}/${field}`, value[field] ?? null)
    }
  }
  for (const { itemKey, sha256, ...facts } of photos) add(photoKey({ itemKey, sha256 }), canonical(facts))
  return flat
}

/** The action of the audit trail for a change after the first submission. */
export const CORRECTION = 'correct'
/** The action of the entry with the whole content in `new`, in canonical JSON. */
export const SUBMISSION = 'submit'

/** The field of an entry of a step without a signature: the installation requires none. */
export const UNSIGNED = 'unsigned'
/** The field of an entry of a signed voiding of a reopened record, which earlier versions did not sign. */
export const SIGNED = 'signed'

type FieldChange = { field: string; old: string | null; new: string | null }

/** The differences between two contents, field by field. */
export function contentChanges(before: RecordContent, after: RecordContent): FieldChange[] {
  const [oldFields, newFields] = [flatContent(before), flatContent(after)]
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].flatMap((field) => {
    const change = { field, old: oldFields.get(field) ?? null, new: newFields.get(field) ?? null }
    return change.old === change.new ? [] : [change]
  })
}

/** The expected fields of a submission after these later entries of the audit trail. */
export function replayed(submitted: RecordContent, entries: Iterable<{ field: string | null; new: string | null }>) {
  const flat = flatContent(submitted)
  for (const { field, new: now } of entries) {
    if (field !== null && now !== null) flat.set(field, now)
    else if (field !== null) flat.delete(field)
  }
  return flat
}

type Signed = {
  rev: number
  /** The hash of the record's version. */
  contentSha256: string | null
  /** The disposition of the parts, if the signature covers it. */
  disposition: string | null
}

/** The hash of a signature: over the record at its revision, and the version by which it was judged. */
export const signedSha256 = (content: RecordContent, signed: Signed): string =>
  sha256(canonical({ ...signed, content }))
