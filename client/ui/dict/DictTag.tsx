import { Tag, type Tone } from '../feedback/Tag'
import { useDict, type DictValue } from './useDict'

/** Our tone for each name an entry may carry; those of other clients of the API are told by what they look like there. */
const tones: Readonly<Record<string, Tone>> = {
  ok: 'ok',
  success: 'ok',
  warn: 'warn',
  warning: 'warn',
  ng: 'ng',
  danger: 'ng',
  pending: 'pending',
  default: 'pending',
  info: 'info',
  primary: 'info',
  approval: 'sign',
}

/** A label in the tone that an entry names; plain words where it names none. */
export function ToneTag({ listClass, label }: { listClass: string; label: string }) {
  const tone = Object.hasOwn(tones, listClass) ? tones[listClass] : undefined
  return tone ? <Tag tone={tone}>{label}</Tag> : label
}

/** A value as its dictionary calls and colours it; the value itself where the dictionary does not know it. */
export function DictTag({ type, value }: { type: string; value: DictValue }) {
  const { entryOf } = useDict(type)
  if (value === undefined || value === null || value === '') return '-'
  const entry = entryOf(value)
  return <ToneTag listClass={entry?.listClass ?? ''} label={entry?.label ?? String(value)} />
}
