import type { RecordDetail, RecordValue, ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { inspect } from '#shared/spc/sampling/inspection'
import type { ChangedRecord } from '../../api/qc/record'

/** A value during entry: fields hold text, empty for none. */
export type EnteredValue = Required<Pick<ValueInput, 'itemKey' | 'sampleNo' | 'state'>> & {
  raw: string
  den: string
  missingCode: string | null
  gaugeId: number | null
  confirmed: boolean
}

/** A photo of an item, or of the record as a whole. */
export type EnteredPhoto = {
  itemKey: string | null
  /** Its id on this device, until the server has the record. */
  localId: string | null
  /** Its hash and its id, once the server has it. */
  sha256: string | null
  photoId: number | null
}

/** Identifies a photo among all of a record. */
export const enteredPhotoKey = ({ itemKey, sha256, localId }: EnteredPhoto) => `${itemKey ?? ''}/${sha256 ?? localId}`

/** True if only the device has it. */
export const isUnsent = (photo: EnteredPhoto): photo is EnteredPhoto & { localId: string } =>
  photo.localId !== null && photo.sha256 === null

/** The photos to send: those that the server has. */
export const sentPhotos = (photos: readonly EnteredPhoto[]) =>
  photos.flatMap(({ itemKey, sha256 }) => (sha256 === null ? [] : [{ itemKey, sha256 }]))

/** The changeable parts of a record: its values, its photos, and the circumstances of the inspection. */
export type Content = {
  lotId: number | null
  lotNo: string | null
  equipmentId: number | null
  equipmentName: string | null
  equipmentNameEn: string | null
  /** ISO 8601. */
  inspectedAt: string
  remark: string
  photos: readonly EnteredPhoto[]
  values: readonly EnteredValue[]
}

/** The values to send. */
type SentValues = NonNullable<ChangedRecord['values']>

export const emptyValue = (itemKey: string, sampleNo: number): EnteredValue => ({
  itemKey,
  sampleNo,
  state: 'present',
  raw: '',
  den: '',
  missingCode: null,
  gaugeId: null,
  confirmed: false,
})

/** Whitespace counts as empty, on the server as well. */
export const isEntered = ({ state, raw, den }: EnteredValue) =>
  state !== 'present' || raw.trim() !== '' || den.trim() !== ''

/** Identifies a value among all of a record, also in faults. */
export const cellKey = ({ itemKey, sampleNo }: Pick<EnteredValue, 'itemKey' | 'sampleNo'>) => `${itemKey}/${sampleNo}`

/** The content of a server record, as its fields show it. */
export function contentOf(record: RecordDetail): Content {
  const { lotId, lotNo, equipmentId, equipmentName, equipmentNameEn, inspectedAt, remark } = record
  const equipment = { equipmentId, equipmentName, equipmentNameEn }
  const photos = record.photos.map(({ itemKey, sha256, photoId }) => ({ itemKey, sha256, photoId, localId: null }))
  return { lotId, lotNo, ...equipment, inspectedAt, remark, photos, values: record.values.map(enteredOf) }
}

const enteredOf = (value: RecordValue): EnteredValue => {
  const { itemKey, sampleNo, state, raw, den, missingCode, gaugeId, confirmed } = value
  const texts = { raw: raw ?? '', den: den === null ? '' : String(den) }
  return { itemKey, sampleNo, state, ...texts, missingCode, gaugeId, confirmed }
}

/** The gauge of an item's values: it is chosen for all of them, also before there are any. */
export const gaugeOf = (values: readonly EnteredValue[], itemKey: string): number | null =>
  values.find((value) => value.itemKey === itemKey && value.gaugeId !== null)?.gaugeId ?? null

/**
 * The values with one of them changed or added, which is measured by the gauge of its item; the others keep their
 * objects, so that they are not redrawn.
 */
export function withValue(
  values: readonly EnteredValue[],
  itemKey: string,
  sampleNo: number,
  change: Partial<EnteredValue>,
): EnteredValue[] {
  const at = values.findIndex((value) => value.itemKey === itemKey && value.sampleNo === sampleNo)
  const before = values[at] ?? { ...emptyValue(itemKey, sampleNo), gaugeId: gaugeOf(values, itemKey) }
  const next = { ...before, ...change }
  return at < 0 ? [...values, next] : values.with(at, next)
}

/** The values that count: filled values of visible items. Values hidden by a condition stay in the form. */
export function countedValues(items: readonly TemplateItem[], values: readonly EnteredValue[]): EnteredValue[] {
  const shown = inspect(items, values).items.filter(({ isVisible }) => isVisible)
  const keys = new Set(shown.map(({ itemKey }) => itemKey))
  for (const { itemKey, type } of items) if (!isFilledIn(type)) keys.delete(itemKey)
  return values.filter((value) => keys.has(value.itemKey) && isEntered(value))
}

const isFilledIn = (type: TemplateItem['type']) => type !== 'calculated' && type !== 'note'

/** The values that count, in the server's format. */
export const sentValues = (items: readonly TemplateItem[], values: readonly EnteredValue[]): SentValues =>
  countedValues(items, values).map(({ raw, den, missingCode, ...value }) => {
    const isThere = value.state === 'present'
    return {
      ...value,
      raw: isThere ? raw || null : null,
      den: isThere ? den || null : null,
      missingCode: isThere ? null : missingCode,
    }
  })

/**
 * Assigns the server's errors: `values.3.raw` to the value at that index, by `cellKey`; `photos.1.sha256` and errors of
 * an uploaded file to the photos; the rest to their field.
 */
export function faultsOf(errors: Readonly<Record<string, string>>, sent: SentValues): Record<string, string> {
  const named = Object.entries(errors).map(([field, words]): [string, string] => {
    const value = sent[Number(/^values\.(\d+)/.exec(field)?.[1] ?? -1)]
    return [value ? cellKey(value) : field.startsWith('photos.') || field === 'file' ? 'photos' : field, words]
  })
  return Object.fromEntries(named)
}

/** The sent parts of a value, as the server stores them. */
function partsOf({ state, raw, den, missingCode, gaugeId, confirmed }: EnteredValue): readonly unknown[] {
  if (state !== 'present') return [state, missingCode || null, gaugeId, confirmed]
  return [state, raw.trim(), den.trim() === '' ? null : Number(den), gaugeId, confirmed]
}

function isSameValue(a: EnteredValue, b: EnteredValue): boolean {
  if (!isEntered(a) || !isEntered(b)) return isEntered(a) === isEntered(b)
  const otherParts = partsOf(b)
  return partsOf(a).every((part, index) => Object.is(part, otherParts[index]))
}

/** The fields of a record as a whole; all of its photos count as one. */
const circumstances = ['lotId', 'equipmentId', 'inspectedAt', 'remark', 'photos'] as const
export type Circumstance = (typeof circumstances)[number]

const isSameCircumstance = (name: Circumstance, a: Content, b: Content) => {
  if (name === 'remark') return a.remark.trim() === b.remark.trim()
  if (name === 'photos') return isSameKeys(a.photos, b.photos)
  if (name === 'inspectedAt') return Date.parse(a.inspectedAt) === Date.parse(b.inspectedAt)
  return a[name] === b[name]
}

const isSameKeys = (a: readonly EnteredPhoto[], b: readonly EnteredPhoto[]) =>
  new Set(a.map(enteredPhotoKey)).symmetricDifference(new Set(b.map(enteredPhotoKey))).size === 0

/** A circumstance, with the names of its id. */
export function circumstanceOf(content: Content, name: Circumstance): Partial<Content> {
  const { lotId, lotNo, equipmentId, equipmentName, equipmentNameEn, inspectedAt, remark, photos } = content
  return {
    lotId: { lotId, lotNo },
    equipmentId: { equipmentId, equipmentName, equipmentNameEn },
    inspectedAt: { inspectedAt },
    remark: { remark },
    photos: { photos },
  }[name]
}

/** The differences between two contents of a record; calculated values do not count. */
export function differences(
  a: Content,
  b: Content,
  items: readonly TemplateItem[],
): { circumstances: Circumstance[]; values: { itemKey: string; sampleNo: number }[] } {
  const counted = new Set(items.filter(({ type }) => isFilledIn(type)).map(({ itemKey }) => itemKey))
  const valuesOfA = new Map(a.values.map((value) => [cellKey(value), value]))
  const valuesOfB = new Map(b.values.map((value) => [cellKey(value), value]))
  const all = [...new Map([...valuesOfA, ...valuesOfB]).values()]
  return {
    circumstances: circumstances.filter((name) => !isSameCircumstance(name, a, b)),
    values: all
      .filter((value) => {
        if (!counted.has(value.itemKey)) return false
        const blank = emptyValue(value.itemKey, value.sampleNo)
        return !isSameValue(valuesOfA.get(cellKey(value)) ?? blank, valuesOfB.get(cellKey(value)) ?? blank)
      })
      .map(({ itemKey, sampleNo }) => ({ itemKey, sampleNo })),
  }
}

/**
 * The content of the form after `sent` was stored as `saved`: later changes stay as entered, and so do gauges that were
 * chosen for values to come.
 */
export function settled(now: Content, sent: Content, saved: Content, items: readonly TemplateItem[]): Content {
  const since = differences(now, sent, items)
  const changedKeys = new Set(since.values.map(cellKey))
  const savedKeys = new Set(saved.values.map(cellKey))
  const isKept = (value: EnteredValue) =>
    changedKeys.has(cellKey(value)) || (value.gaugeId !== null && !isEntered(value) && !savedKeys.has(cellKey(value)))
  return {
    ...saved,
    ...Object.assign({}, ...since.circumstances.map((name) => circumstanceOf(now, name))),
    values: [...saved.values.filter((value) => !isKept(value)), ...now.values.filter(isKept)],
  }
}

export function isSame(a: Content, b: Content, items: readonly TemplateItem[]): boolean {
  if (a === b) return true
  const changed = differences(a, b, items)
  return changed.circumstances.length === 0 && changed.values.length === 0
}
