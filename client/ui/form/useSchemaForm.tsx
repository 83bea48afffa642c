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
  type RegisterOptions,
  type Resolver,
  type UseFormRegister,
} from 'react-hook-form'
import type { z } from 'zod'
import { codes } from '#shared/envelope'
import { shortTime } from '#shared/format/time'
import { fieldFaults } from '#shared/i18n/issue'
import { isSame } from '#shared/same'
import type { ChangedMeanwhile } from '#shared/list/page'
import { Failure } from '../../api/http'
import { changeOf, type Change } from '../../api/resource'
import { settings } from '../../stores/settings'
import { isTextKey, readText } from '../../stores/texts'
import { ConflictChoice } from './ConflictChoice'
import type { ValueText } from './Field'
import { focusFault, invalidIn, openConflictsIn } from './focus-fault'
import { released } from './released'
import { useText } from '../useText'

/** A schema whose input and output are objects of named fields. */
type FormSchema = z.ZodType<FieldValues, FieldValues>

/** A record with the fields of a form; a missing field begins with its default. */
type FilledBy<Input> = { [Name in keyof Input]?: Input[Name] | null | undefined }

type Options<Schema extends FormSchema, Row extends object> = {
  /** Reads the record again: after a conflict, unchanged fields show the present values. */
  read?: (() => Promise<Row>) | undefined
  /**
   * Sends the input: all of it for a new record, `change` for an existing one. A `Failure` that names fields is shown
   * at those fields. If another operator has changed the same fields, the form shows both values to choose from.
   */
  save: (value: z.output<Schema>, change: Change<z.output<Schema>>) => Promise<unknown>
} & (
  | {
      /** The values of a new record. A field of `record` takes precedence. */
      defaults: DefaultValues<z.input<Schema>>
      /** The record as the server answered it, undefined for a new one. */
      record?: (Row & FilledBy<z.input<Schema>>) | undefined
    }
  | {
      /** Makes the values of the fields from a record; called again after another operator has changed the record. */
      defaults: (record: Row | undefined) => DefaultValues<z.input<Schema>>
      record?: Row | undefined
    }
)

/** A field that another operator has changed since the form was filled. Values are in the form's format. */
type Conflict = {
  before: unknown
  theirs: unknown
  /** The value entered here: at the time of the conflict, or the last one before the other value was chosen. */
  mine: unknown
  isChosen: boolean
  since: Pick<ChangedMeanwhile, 'by' | 'updatedAt'>
}

const keptByReset = { keepErrors: true, keepTouched: true, keepSubmitCount: true, keepIsSubmitted: true }

/** True if no choice is left: a value was chosen, the field was changed since, or it equals the other value. */
const isSettled = ({ mine, theirs, isChosen }: Conflict, value: unknown) =>
  isChosen || isSame(value, theirs) || !isSame(value, mine)

/** The text of a value as its field shows it, given the previous value. */
type TextOf<Value> = (value: Value, before: Value) => ReactNode

type SelectProps<Value> = { value: Exclude<Value, null> | undefined; onSelect: (chosen: Value | undefined) => void }

/**
 * A form checked by the schema that the server uses: a changed field when it is left, the whole form when it is saved,
 * and from then on while typing. Only for components that are loaded lazily: it brings the form library and, through
 * the schema, zod.
 *
 * @returns the methods of react-hook-form, `submit`, and
 *   - `formProps` to spread on the `<form>`; with them Ctrl+Enter saves from any field
 *   - `input(name)` to spread on an `InputField`, `select(name)` on a `SelectField` (`fields.tsx`)
 *   - `fieldProps(name)` to spread on a `Field`, `register(name)` and `selectProps(name)` on the control in it
 *   - `refill(record)` to begin again with another state of the record, `discard()` with the present one
 *   - `hasConflict`, true while a field shows two values; `current`, the latest known state of the record
 */
export function useSchemaForm<Schema extends FormSchema, Row extends object = object>(
  schema: Schema,
  { defaults, record, read, save }: Options<Schema, Row>,
) {
  type Input = z.input<Schema>
  const t = useText()

  function fill(row: Row | undefined): DefaultValues<Input> {
    if (typeof defaults === 'function') return defaults(row)
    const values: FieldValues = row ?? {}
    const filled = Object.entries(defaults).map(([name, value]) => [name, values[name] ?? value])
    return Object.fromEntries(filled) as DefaultValues<Input>
  }

  const form = useForm<Input, unknown, z.output<Schema>>({
    defaultValues: fill(record),
    resolver: resolverOf(schema),
    mode: 'onTouched',
  })

  const element = useRef<HTMLFormElement>(null)
  /** The record that filled the fields, with all changes known since. */
  const [current, setCurrent] = useState<Row | undefined>(record)
  const [conflicts, setConflicts] = useState<Readonly<Record<string, Conflict>>>({})
  /** Fields unchanged here that show another operator's value. */
  const [refilled, setRefilled] = useState<readonly string[]>([])
  const { submitCount, dirtyFields } = form.formState // the library tracks only values that are read
  const enteredValues = (): FieldValues => form.getValues()
  const filledValues = (): FieldValues => form.formState.defaultValues ?? {}

  /** Untouched fields are not validated. An error must not move the target of the click that leaves the field. */
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

  /** A form is not sent twice at once. */
  async function submit(event?: BaseSyntheticEvent) {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
    await send(event).finally(() => (isSending.current = false))
  }

  const send = form.handleSubmit(async (value) => {
    const entered = enteredValues()
    if (Object.entries(conflicts).some(([name, conflict]) => !isSettled(conflict, entered[name]))) return // it gets the focus
    const fields = changedIn(value)
    try {
      await save(value, changeOf(current ?? {}, fields))
      if (current) setCurrent({ ...current, ...fields })
      forgetConflicts()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const changed = changedMeanwhile(error)
      error.isShown = changed && current ? showConflicts(changed, current) : showFaults(error.errors ?? {})
      const fresh = changed && (await read?.().catch(() => undefined)) // without it the fields keep their values
      if (fresh) refillUntouched(fresh)
    }
  })

  /** The fields whose value differs from their initial value. */
  function changedIn(value: z.output<Schema>) {
    const [entered, filled] = [enteredValues(), filledValues()]
    const changed = Object.entries(value).filter(([name]) => !isSame(entered[name], filled[name]))
    return Object.fromEntries(changed) as Partial<z.output<Schema>>
  }

  /** Returns true if each fault is shown at its field; others are reported like any other failure. */
  function showFaults(faults: Record<string, string>): boolean {
    const entries = Object.entries(faults)
    flushSync(() => {
      for (const [field, message] of entries) form.setError(field as Path<Input>, { message }) // the server's names
    })
    return entries.length > 0 && entries.length <= invalidIn(element.current).length
  }

  /** Shows conflicts at their fields. Entered values stay beside the other ones. */
  function showConflicts({ now, updatedAt, by }: ChangedMeanwhile, before: Row): boolean {
    const [entered, filled] = [enteredValues(), filledValues()]
    const present = { ...before, ...now, ...(updatedAt !== undefined && { updatedAt }) }
    const theirs: FieldValues = fill(present)
    const found = Object.keys(now).map((name): [string, Conflict] => [
      name,
      { before: filled[name], theirs: theirs[name], mine: entered[name], isChosen: false, since: { by, updatedAt } },
    ])
    flushSync(() => {
      setCurrent(present)
      form.reset(theirs as DefaultValues<Input>, { keepValues: true, ...keptByReset })
      setConflicts({ ...conflicts, ...Object.fromEntries(found) })
    })
    const open = openConflictsIn(element.current)
    open[0]?.focus()
    return found.length > 0 && open.length >= found.length
  }

  /** Fields changed here keep the entered value; the server reports their conflicts on saving. */
  function refillUntouched(fresh: Row) {
    const [entered, filled] = [enteredValues(), filledValues()]
    const theirs: FieldValues = fill(fresh)
    const names = Object.keys(theirs).filter(
      (name) => isSame(entered[name], filled[name]) && !isSame(theirs[name], filled[name]),
    )
    const valuesIn = (values: FieldValues) => Object.fromEntries(names.map((name) => [name, values[name]]))
    form.reset({ ...filled, ...valuesIn(theirs) } as DefaultValues<Input>, { keepValues: true, ...keptByReset })
    for (const name of names) form.setValue(name as Path<Input>, theirs[name], { shouldDirty: true })
    setCurrent((row) => row && { ...row, ...valuesIn(fresh) })
    setRefilled((before) => [...before, ...names])
  }

  /** @param canKeep false if the entered value can no longer be saved: only the other one is offered */
  function fieldProps<Name extends Path<Input>>(
    name: Name,
    textOf?: TextOf<PathValue<Input, Name>>,
    { canKeep = true } = {},
  ) {
    const { message: error } = (get(form.formState.errors, name) ?? {}) as { message?: string }
    const conflict = conflicts[name]
    if (!conflict) {
      // oxlint-disable-next-line react/incompatible-library -- as in `selectProps`
      const isRefilled = refilled.includes(name) && isSame(form.watch(name), filledValues()[name])
      return isRefilled ? { error, below: () => <p className="field-hint">{t('conflict.refilled')}</p> } : { error }
    }
    const { before, theirs, mine, since } = conflict
    // oxlint-disable-next-line react/incompatible-library -- as in `selectProps`
    const value: unknown = form.watch(name)
    const isTheirs = isSame(value, theirs)
    const isOver = isSettled(conflict, value)

    function choose(side: 'mine' | 'theirs') {
      const entered = isTheirs ? mine : value
      setConflicts({ ...conflicts, [name]: { ...conflicts[name]!, mine: entered, isChosen: true } })
      enter(name, (side === 'mine' ? entered : theirs) as PathValue<Input, Name>)
    }

    const person = since.by ?? t('conflict.somebody')
    const time = since.updatedAt && shortTime(since.updatedAt, new Date())
    return {
      error: isOver ? error : time ? t('conflict.changedAt', { person, time }) : t('conflict.changed', { person }),
      below(label: string, valueText: ValueText = (of) => String(of ?? '')) {
        const sideText = (of: unknown) =>
          (textOf ? textOf(of as never, before as never) : valueText(of)) || t('conflict.blank')
        return (
          <ConflictChoice
            label={label}
            mine={canKeep ? sideText(isTheirs ? mine : value) : undefined}
            theirs={sideText(theirs)}
            chosen={isOver ? (isTheirs ? 'theirs' : 'mine') : undefined}
            onChoose={choose}
          />
        )
      },
    }
  }

  /** Sets a value as if the operator had entered it. */
  const enter = <Name extends Path<Input>>(name: Name, value: PathValue<Input, Name>) =>
    form.setValue(name, value, { shouldTouch: true, shouldDirty: true, shouldValidate: true })

  function selectProps<Name extends Path<Input>>(name: Name): SelectProps<PathValue<Input, Name>> {
    return {
      // oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again
      value: form.watch(name) ?? undefined,
      onSelect: (chosen) => enter(name, chosen as PathValue<Input, Name>), // the schema decides if it may be empty
    }
  }

  const input = <Name extends Path<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
    ...register(name, options),
    ...fieldProps(name),
  })

  const select = <Name extends Path<Input>>(
    name: Name,
    textOf?: TextOf<PathValue<Input, Name>>,
    options?: { canKeep?: boolean },
  ) => ({ ...selectProps(name), ...fieldProps(name, textOf, options) })

  function forgetConflicts() {
    setConflicts({})
    setRefilled([])
  }

  function refill(row: Row) {
    setCurrent(row)
    forgetConflicts()
    form.reset(fill(row))
  }

  function discard() {
    forgetConflicts()
    form.reset()
  }

  // The library focuses only registered fields; other parts must also be reachable by keyboard.
  useEffect(() => {
    if (submitCount > 0) focusFault(element.current)
  }, [submitCount])

  const formProps = {
    ref: element,
    noValidate: true,
    onSubmit: (event: BaseSyntheticEvent) => void submit(event),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
    },
  }
  const hasConflict = Object.keys(conflicts).length > 0
  return {
    ...form,
    register,
    submit,
    formProps,
    fieldProps,
    selectProps,
    input,
    select,
    refill,
    discard,
    hasConflict,
    current,
  }
}

/** The answer to a change refused because of another operator's change; undefined for other failures. */
function changedMeanwhile({ code, data }: Failure): ChangedMeanwhile | undefined {
  const isConflict = code === codes.conflict && typeof data === 'object' && data !== null && 'now' in data
  return isConflict ? (data as ChangedMeanwhile) : undefined
}

/** Validates by the schema, with error texts from the catalogue. */
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
