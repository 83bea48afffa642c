import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, type ComponentProps } from 'react'
import { statuses } from '#shared/constants'
import type { DictOption } from '#shared/admin/dictionary'
import { getDictOptions } from '../api/admin/dictionary'
import { Tag, type Tone } from './feedback/Tag'
import { Field, type FieldFrame } from './form/Field'
import { Select } from './input/Select'
import { useLocale } from './useText'

/** The first part of the query key of every dictionary. */
const DICT_KEY = 'dict'
const FRESH_MS = 10 * 60_000
const NONE: readonly DictOption[] = []

/** A value as stored in records. */
type DictValue = string | number | null | undefined

/**
 * Connects the windows of this browser, for changes of dictionaries. It keeps the process alive, so there is at most
 * one.
 */
let channel: BroadcastChannel | undefined
const openChannel = () => (channel ??= new BroadcastChannel('caliper-dict'))

/** Called after a dictionary was changed here: other windows may show it. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it never leaves this one
export const announceDicts = (): void => openChannel().postMessage('changed')

const following = new WeakSet<QueryClient>()

/** Reloads dictionaries after another window has changed one. Once for each set of queries. */
function followDicts(queries: QueryClient): void {
  if (following.has(queries)) return
  following.add(queries)
  openChannel().addEventListener('message', () => void queries.invalidateQueries({ queryKey: [DICT_KEY] }))
}

/**
 * The entries of a dictionary in the operator's language, loaded once for all components. They are reloaded when a
 * window of this browser changes one, and when the operator returns to this window. `options` are the entries that can
 * be chosen now; `entryOf` also finds disabled ones, for older records. Both are empty before the answer, and if it
 * fails.
 */
export function useDict(dictType: string) {
  const queries = useQueryClient()
  useEffect(() => followDicts(queries), [queries])
  const { data = NONE, isSuccess } = useQuery({
    queryKey: [DICT_KEY, dictType],
    queryFn: ({ signal }) => getDictOptions(dictType, signal),
    staleTime: FRESH_MS,
    gcTime: Infinity,
    refetchOnWindowFocus: 'always',
  })
  const locale = useLocale()
  return useMemo(() => {
    const entries = data.map((entry) => (locale === 'en' && entry.labelEn ? { ...entry, label: entry.labelEn } : entry))
    const byValue = new Map(entries.map((entry) => [entry.value, entry]))
    return {
      isReady: isSuccess,
      options: entries.filter(({ status }) => String(status) === statuses.on),
      entryOf: (value: DictValue): DictOption | undefined => byValue.get(String(value)),
      /** The label of a value; the value itself if there is no label. */
      labelOf: (value: DictValue): string => byValue.get(String(value))?.label ?? String(value ?? ''),
    }
  }, [data, isSuccess, locale])
}

type DictProps = { type: string; value: DictValue }

/** The label of a value as plain text. */
const DictLabel = ({ type, value }: DictProps) => useDict(type).labelOf(value)

/** The label of a value in the tone of its entry; the value itself if the dictionary has no such entry. */
export function DictTag({ type, value }: DictProps) {
  const { entryOf } = useDict(type)
  if (value === undefined || value === null || value === '') return '-'
  const entry = entryOf(value)
  return <ToneTag listClass={entry?.listClass ?? ''} label={entry?.label ?? String(value)} />
}

/** Maps tone names of entries to our tones; other clients of the API use their own names. */
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

/** A label in the tone of its entry; plain text without a tone. */
export function ToneTag({ listClass, label }: { listClass: string; label: string }) {
  const tone = Object.hasOwn(tones, listClass) ? tones[listClass] : undefined
  return tone ? <Tag tone={tone}>{label}</Tag> : label
}

type DictSelectProps<Value extends string> = Omit<
  ComponentProps<typeof Select<Value>>,
  'value' | 'options' | 'onSelect'
> & {
  /** The dictionary. */
  type: string
  value: Value | number | undefined
  onSelect: (value: Value | undefined) => void
}

/**
 * A choice among the entries of a dictionary. As a filter, `placeholder` means any. A present value that is disabled or
 * unknown can be kept.
 */
export function DictSelect<Value extends string = string>({ type, value, ...rest }: DictSelectProps<Value>) {
  const { options, labelOf } = useDict(type)
  const chosen = value === undefined || value === '' ? undefined : String(value)
  const present = options.map((option) => ({ value: option.value, label: option.label }))
  const isPresent = chosen === undefined || present.some((option) => option.value === chosen)
  const all = isPresent ? present : [...present, { value: chosen, label: labelOf(chosen) }]
  // The codes of a dictionary are data: the schema of the form validates them.
  return <Select {...rest} value={chosen as Value | undefined} options={all as { value: Value; label: string }[]} />
}

/** A form field: `<DictField {...select('sex')} type="sys_user_sex" label={…} />`. */
export function DictField<Value extends string = string>(props: Omit<DictSelectProps<Value>, 'required'> & FieldFrame) {
  const { error, hint, required, below, ...select } = props
  const { label, type } = select
  const textOf = (value: unknown) => <DictLabel type={type} value={value as DictValue} />
  return (
    <Field {...{ label, error, hint, required }} below={below && ((name) => below(name, textOf))}>
      {(control) => <DictSelect<Value> {...control} {...select} />}
    </Field>
  )
}
