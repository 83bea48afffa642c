import { useEffect, useRef, useState, type BaseSyntheticEvent, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import {
  get,
  set,
  useForm,
  type ChangeHandler,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegister,
} from 'react-hook-form'
import type { z } from 'zod'
import { shortTime } from '#shared/format/time'
import { fieldFaults } from '#shared/i18n/issue'
import { isSame } from '#shared/same'
import type { ChangedMeanwhile } from '#shared/list/page'
import { Failure } from '../../api/http'
import { changeOf, type Change } from '../../api/resource'
import { settings } from '../../stores/settings'
import { isTextKey, readText } from '../../stores/texts'
import { ConflictChoice } from './ConflictChoice'
import { released } from './released'
import { changedMeanwhile } from './seen'
import { useText } from '../useText'

/** A schema whose input and output are objects of named fields. */
type FormSchema = z.ZodType<FieldValues, FieldValues>

type Options<Schema extends FormSchema, Row extends object> = {
  /** What the fields begin with: made of `record`, where one is changed, and anew when somebody else has changed it. */
  defaults: DefaultValues<z.input<Schema>> | ((record: Row | undefined) => DefaultValues<z.input<Schema>>)
  /** What the form is filled from, as the server answered it. Undefined for a new one. */
  record?: Row | undefined
  /** Reads the record anew: where somebody else has changed it, fields that were left alone show what is there now. */
  read?: (() => Promise<Row>) | undefined
  /**
   * Sends what was entered: all of it for a new record, `change` for one that is there. A `Failure` that names fields is
   * shown at those fields; where somebody else has changed the same fields, both values are, to choose from.
   */
  save: (value: z.output<Schema>, change: Change<z.output<Schema>>) => Promise<unknown>
}

/** A field that somebody else has changed since the form was filled. Values are as the form holds them. */
type Conflict = {
  /** What both have changed. */
  before: unknown
  theirs: unknown
  /** What was entered: when the conflict was found, or last before the other value was chosen. */
  mine: unknown
  isChosen: boolean
  since: Pick<ChangedMeanwhile, 'by' | 'updatedAt'>
}

const keptByReset = { keepErrors: true, keepTouched: true, keepSubmitCount: true, keepIsSubmitted: true }

/** Whether no choice is left to make: one was made, the field was changed since, or holds the same as theirs. */
const isSettled = ({ mine, theirs, isChosen }: Conflict, value: unknown) =>
  isChosen || isSame(value, theirs) || !isSame(value, mine)

/** A value in the words that the field shows it in, given what it was before. */
type WordsOf<Value> = (value: Value, before: Value) => ReactNode

type SelectProps<Value> = { value: Exclude<Value, null> | undefined; onSelect: (chosen: Value | undefined) => void }

/**
 * A form checked by the schema that the server uses: what was changed when its field is left, all of it when it is
 * saved, and from then on while typing. Only for components that are loaded lazily: it brings the form
 * library and, through the schema, zod.
 *
 * @returns the methods of react-hook-form, `submit`, `formProps` to spread on the `<form>`, with which Ctrl+Enter saves
 *   from any field, `fieldProps(name)` to spread on its `Field`, `selectProps(name)` to spread on a `Select`, and
 *   `refill(record)`, which begins anew with another state of the record, `discard()`, with the one that is known,,
 *   `hasConflict` while both values of a field are shown, and `known`, the record as far as it is known by now
 */
export function useSchemaForm<Schema extends FormSchema, Row extends object = object>(
  schema: Schema,
  { defaults, record, read, save }: Options<Schema, Row>,
) {
  type Input = z.input<Schema>
  const t = useText()
  const fill = (row: Row | undefined) => (typeof defaults === 'function' ? defaults(row) : defaults)
  const form = useForm<Input, unknown, z.output<Schema>>({
    defaultValues: fill(record),
    resolver: resolverOf(schema),
    mode: 'onTouched',
  })

  const element = useRef<HTMLFormElement>(null)
  /** What the fields were filled from, and what is known to have changed since. */
  const [known, setKnown] = useState(record)
  const [conflicts, setConflicts] = useState<Readonly<Record<string, Conflict>>>({})
  /** Fields left alone here that hold what somebody else has made of them. */
  const [refilled, setRefilled] = useState<readonly string[]>([])
  const { submitCount, dirtyFields } = form.formState // reading them has the library keep them

  /** A field passed by is not judged. What a complaint moves is not moved from under the click that leaves the field. */
  const register: UseFormRegister<Input> = (name, options) => {
    const field = form.register(name, options)
    const isChanged = () => form.getFieldState(name, { ...form.formState, dirtyFields }).isDirty
    const onBlur: ChangeHandler = async (event) => {
      await released()
      if (isChanged()) await field.onBlur(event)
    }
    return { ...field, onBlur }
  }

  const isSending = useRef(false)

  /** What is sent again before its answer is there would be done twice. */
  async function submit(event?: BaseSyntheticEvent) {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
    await send(event).finally(() => (isSending.current = false))
  }

  const send = form.handleSubmit(async (value) => {
    const entered: FieldValues = form.getValues()
    if (Object.entries(conflicts).some(([name, conflict]) => !isSettled(conflict, entered[name]))) return // it gets the focus
    const fields = changedIn(value)
    try {
      await save(value, changeOf(known ?? {}, fields))
      if (known) setKnown({ ...known, ...fields })
      setConflicts({})
      setRefilled([])
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const news = changedMeanwhile(error)
      error.isShown = news && known ? showConflicts(news, known) : showFaults(error.errors ?? {})
      const fresh = news && (await read?.().catch(() => undefined)) // without it they keep what they show
      if (fresh) refillUntouched(fresh)
    }
  })

  /** The fields that hold something else than what they were filled with. */
  function changedIn(value: z.output<Schema>) {
    const entered: FieldValues = form.getValues()
    const filled: FieldValues = form.formState.defaultValues ?? {}
    const changed = Object.entries(value).filter(([name]) => !isSame(entered[name], filled[name]))
    return Object.fromEntries(changed) as Partial<z.output<Schema>>
  }

  /** True when each is shown at its field; what no field shows, the operator is told of as of any other failure. */
  function showFaults(faults: Record<string, string>): boolean {
    const named = Object.entries(faults)
    flushSync(() => {
      for (const [field, message] of named) form.setError(field as Path<Input>, { message }) // the server's names
    })
    return named.length > 0 && named.length <= invalidIn(element.current).length
  }

  /** The same for fields that somebody else has changed. What was entered stays, and is compared with their values. */
  function showConflicts({ now, updatedAt, by }: ChangedMeanwhile, before: Row): boolean {
    const filled: FieldValues = form.formState.defaultValues ?? {}
    const entered: FieldValues = form.getValues()
    const present = { ...before, ...now, ...(updatedAt !== undefined && { updatedAt }) }
    const theirs: FieldValues = fill(present)
    const found = Object.keys(now).map((name): [string, Conflict] => [
      name,
      { before: filled[name], theirs: theirs[name], mine: entered[name], isChosen: false, since: { by, updatedAt } },
    ])
    flushSync(() => {
      setKnown(present)
      form.reset(theirs as DefaultValues<Input>, { keepValues: true, ...keptByReset })
      setConflicts({ ...conflicts, ...Object.fromEntries(found) })
    })
    const open = openConflictsIn(element.current)
    open[0]?.focus()
    return found.length > 0 && open.length >= found.length
  }

  /** Fields that were changed here keep what was entered; the server tells when they are saved. */
  function refillUntouched(fresh: Row) {
    const [entered, filled]: FieldValues[] = [form.getValues(), form.formState.defaultValues ?? {}]
    const theirs: FieldValues = fill(fresh)
    const names = Object.keys(theirs).filter(
      (name) => isSame(entered![name], filled![name]) && !isSame(theirs[name], filled![name]),
    )
    const values: FieldValues = fresh
    const changed = Object.fromEntries(names.map((name) => [name, theirs[name]]))
    form.reset({ ...filled, ...changed } as DefaultValues<Input>, { keepValues: true, ...keptByReset })
    for (const name of names) form.setValue(name as Path<Input>, theirs[name], { shouldDirty: true })
    setKnown((row) => row && { ...row, ...Object.fromEntries(names.map((name) => [name, values[name]])) })
    setRefilled((before) => [...before, ...names])
  }

  /** @param canKeep false where what was entered cannot be saved any more: only the other value is offered */
  function fieldProps<Name extends Path<Input>>(
    name: Name,
    wordsOf?: WordsOf<PathValue<Input, Name>>,
    { canKeep = true } = {},
  ) {
    const { message: error } = (get(form.formState.errors, name) ?? {}) as { message?: string }
    const conflict = conflicts[name]
    if (!conflict) {
      const filled: FieldValues = form.formState.defaultValues ?? {}
      // oxlint-disable-next-line react/incompatible-library -- as in `selectProps`
      const isRefilled = refilled.includes(name) && isSame(form.watch(name), filled[name])
      return isRefilled ? { error, below: () => <p className="field-hint">{t('conflict.refilled')}</p> } : { error }
    }
    const { before, theirs, mine, since } = conflict
    // oxlint-disable-next-line react/incompatible-library -- as in `selectProps`
    const value: unknown = form.watch(name)
    const isTheirs = isSame(value, theirs)
    const isOver = isSettled(conflict, value)
    const said = (one: unknown) =>
      (wordsOf ? wordsOf(one as never, before as never) : String(one ?? '')) || t('conflict.blank')

    function choose(side: 'mine' | 'theirs') {
      const entered = isTheirs ? mine : value
      setConflicts({ ...conflicts, [name]: { ...conflicts[name]!, mine: entered, isChosen: true } })
      const chosen = (side === 'mine' ? entered : theirs) as PathValue<Input, Name>
      form.setValue(name, chosen, { shouldTouch: true, shouldDirty: true, shouldValidate: true })
    }

    const person = since.by ?? t('conflict.somebody')
    const time = since.updatedAt && shortTime(since.updatedAt, new Date())
    return {
      error: isOver ? error : time ? t('conflict.changedAt', { person, time }) : t('conflict.changed', { person }),
      below: (label: string) => (
        <ConflictChoice
          label={label}
          mine={canKeep ? said(isTheirs ? mine : value) : undefined}
          theirs={said(theirs)}
          chosen={isOver ? (isTheirs ? 'theirs' : 'mine') : undefined}
          onChoose={choose}
        />
      ),
    }
  }

  function refill(row: Row) {
    setKnown(row)
    setConflicts({})
    setRefilled([])
    form.reset(fill(row))
  }

  function discard() {
    setConflicts({})
    setRefilled([])
    form.reset()
  }

  // The library knows only the fields it registers; parts that are no inputs are to be found by the keyboard as well.
  useEffect(() => {
    if (submitCount > 0) (openConflictsIn(element.current)[0] ?? invalidIn(element.current)[0])?.focus()
  }, [submitCount])

  const formProps = {
    ref: element,
    noValidate: true,
    onSubmit: (event: BaseSyntheticEvent) => void submit(event),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
    },
  }

  function selectProps<Name extends Path<Input>>(name: Name): SelectProps<PathValue<Input, Name>> {
    return {
      // oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again
      value: form.watch(name) ?? undefined,
      onSelect: (chosen) =>
        // Whether nothing may be chosen, the schema says.
        form.setValue(name, chosen as PathValue<Input, Name>, {
          shouldTouch: true,
          shouldDirty: true,
          shouldValidate: true,
        }),
    }
  }
  const hasConflict = Object.keys(conflicts).length > 0
  return { ...form, register, submit, formProps, fieldProps, selectProps, refill, discard, hasConflict, known }
}

const invalidIn = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]

/** The first choice of each conflict that waits for one. */
const openConflictsIn = (form: HTMLElement | null) => [
  ...(form?.querySelectorAll<HTMLElement>('.conflict[data-open=true] label:first-of-type input') ?? []),
]

/** Checks by the schema and words its faults from the catalogue. */
const resolverOf =
  <Schema extends FormSchema>(schema: Schema): Resolver<z.input<Schema>, unknown, z.output<Schema>> =>
  async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: FieldErrors<z.input<Schema>> = {}
    for (const { field, key, values: limits } of fieldFaults(result.error.issues, isTextKey)) {
      set(errors, field, { type: key, message: readText(settings.locale, key, limits) })
    }
    return { values: {}, errors }
  }
