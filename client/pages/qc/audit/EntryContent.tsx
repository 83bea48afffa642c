import { formatTime } from '#shared/format/time'
import type { QcAuditDetail } from '#shared/qc/audit/schema'
import { auditFieldWord, auditValue } from '#shared/qc/audit/words'
import { Changes } from '../../../ui/feedback/Changes'
import { useLocale, useText } from '../../../ui/useText'
import { sayIn, useLabels } from './columns'

type ContentProps = {
  entry: QcAuditDetail
  /** What was changed, in words. */
  field: string | undefined
}

type Fields = Record<string, unknown>
/** What the value of a field is called. */
type WordFor = (field: string | null, value: string) => string

/** What was there and what is: one field, or all of them where the entry tells of the whole. */
export function EntryContent({ entry, field }: ContentProps) {
  const t = useText()
  const locale = useLocale()
  const say = sayIn(locale)
  const labels = useLabels()
  const wordFor = (name: string | null, value: string) => auditValue({ ...entry, field: name }, value, say, labels)
  const sideOf = (text: string | null) => readSide(text, field ?? t('qcAudit.change'), entry.field, wordFor)
  const [was, is] = [sideOf(entry.old), sideOf(entry.new)]
  if (!was && !is) return null
  function nameOf(name: string): string {
    const [key = '', sample] = name.split('/')
    const item = Object.hasOwn(entry.itemNames, key) ? entry.itemNames[key] : undefined
    if (!item || !sample) return capital(auditFieldWord(name, say))
    return t('qcAudit.sample', { item: (locale === 'en' && item.nameEn) || item.name, sample })
  }
  return <Changes before={was} after={is} nameOf={nameOf} />
}

/** Words of sentences as they head a row. */
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** One side of a change by its fields; what is no JSON of an object is the one field itself. */
function readSide(text: string | null, title: string, field: string | null, wordFor: WordFor): Fields | null {
  if (text === null) return null
  const whole = objectIn(text)
  return whole ? flat(whole, wordFor) : { [title]: wordFor(field, text) }
}

function objectIn(text: string): Fields | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Fields // begins as an object does
  } catch {
    return undefined
  }
}

type Sample = { itemKey: string; sampleNo: number; raw: string | null; state: string; missingCode: string | null }

const isSample = (value: unknown): value is Sample => typeof value === 'object' && value !== null && 'itemKey' in value

/** A record's values as fields of their own, one a sample, beside those of its head. */
function flat({ values, ...head }: Fields, wordFor: WordFor): Fields {
  const samples = Array.isArray(values) ? values.filter(isSample) : []
  const valueFields = samples.map(({ itemKey, sampleNo, raw, state, missingCode }) => [
    `${itemKey}/${sampleNo}`,
    raw ?? [state, missingCode && wordFor('missingCode', missingCode)].filter(Boolean).join(' '),
  ])
  const fields = Object.entries(head).map(([field, value]) => [field, readable(field, value, wordFor)])
  return {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(valueFields),
    ...(values !== undefined && samples.length === 0 && { values }),
  }
}

/** Times as people read them; a number that stands for something, as such. */
function readable(field: string, value: unknown, wordFor: WordFor): unknown {
  if (typeof value === 'string') return wordFor(field, value)
  if (typeof value !== 'number') return value
  if (field.endsWith('At')) return formatTime(value)
  return field.endsWith('Id') ? `#${value}` : value
}
