import { formatTime } from '#shared/format/time'
import type { QcAuditDetail } from '#shared/qc/audit/schema'
import { auditFieldWord, auditValue } from '#shared/qc/audit/words'
import { photoKey, photoOf } from '#shared/qc/record/photo-field'
import { Changes } from '../../../ui/feedback/Changes'
import { useLocale, useText } from '../../../ui/useText'
import { sayIn, useLabels } from './columns'

type ContentProps = {
  entry: QcAuditDetail
  /** The name of the changed field. */
  field: string | undefined
}

type Fields = Record<string, unknown>
/** The word for a value of a field. */
type WordFor = (field: string | null, value: string) => string

/** The values before and after: of one field, or of all fields if the entry has the whole object. */
export function EntryContent({ entry, field }: ContentProps) {
  const t = useText()
  const locale = useLocale()
  const say = sayIn(locale)
  const labels = useLabels()
  const wordFor = (name: string | null, value: string) => auditValue({ ...entry, field: name }, value, say, labels)
  const fieldsOf = (text: string | null) => readFields(text, field ?? t('qcAudit.change'), entry.field, wordFor)
  const [before, after] = [fieldsOf(entry.old), fieldsOf(entry.new)]
  if (!before && !after) return null
  function nameOf(name: string): string {
    const [key = '', sample] = name.split('/')
    const item = Object.hasOwn(entry.itemNames, key) ? entry.itemNames[key] : undefined
    if (!item || !sample) return capitalized(auditFieldWord(name, say))
    return t('qcAudit.sample', { item: (locale === 'en' && item.nameEn) || item.name, sample })
  }
  return <Changes before={before} after={after} nameOf={nameOf} />
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** One side of a change by its fields: those of the JSON object in `text`, else `text` as the value of the one field. */
function readFields(text: string | null, title: string, field: string | null, wordFor: WordFor): Fields | null {
  if (text === null) return null
  const object = photoOf(field) ? undefined : parseObject(text)
  return object ? flatten(object, wordFor) : { [title]: wordFor(field, text) }
}

function parseObject(text: string): Fields | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Fields // begins like an object
  } catch {
    return undefined
  }
}

type Sample = { itemKey: string; sampleNo: number; raw: string | null; state: string; missingCode: string | null }

const isSample = (value: unknown): value is Sample => typeof value === 'object' && value !== null && 'itemKey' in value

/** The fields of a record, each of its samples and photos as one more field. */
function flatten({ values, photos, ...head }: Fields, wordFor: WordFor): Fields {
  const samples = Array.isArray(values) ? values.filter(isSample) : []
  const sampleFields = samples.map(({ itemKey, sampleNo, raw, state, missingCode }) => [
    `${itemKey}/${sampleNo}`,
    raw ?? [state, missingCode && wordFor('missingCode', missingCode)].filter(Boolean).join(' '),
  ])
  const photoFields = (Array.isArray(photos) ? photos : []).map((photo) => {
    const field = photoKey(photo)
    return [field, wordFor(field, JSON.stringify(photo))]
  })
  const headFields = Object.entries(head).map(([field, value]) => [field, readable(field, value, wordFor)])
  return {
    ...Object.fromEntries(headFields),
    ...Object.fromEntries(sampleFields),
    ...Object.fromEntries(photoFields),
    ...(values !== undefined && samples.length === 0 && { values }),
  }
}

/** Times in words, and ids with a number sign. */
function readable(field: string, value: unknown, wordFor: WordFor): unknown {
  if (typeof value === 'string') return wordFor(field, value)
  if (typeof value !== 'number') return value
  if (field.endsWith('At')) return formatTime(value)
  return field.endsWith('Id') ? `#${value}` : value
}
