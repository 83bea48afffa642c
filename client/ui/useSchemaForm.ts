import { useEffect, useRef, type BaseSyntheticEvent, type KeyboardEvent } from 'react'
import {
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form'
import type { z } from 'zod'
import { fieldFaults } from '#shared/i18n/issue'
import { Failure } from '../api/http'
import { settings } from '../stores/settings'
import { isTextKey, readText } from '../stores/texts'

/** A schema whose input and output are objects of named fields. */
type FormSchema = z.ZodType<FieldValues, FieldValues>

type Options<Schema extends FormSchema> = {
  defaults: DefaultValues<z.input<Schema>>
  /** Sends what was entered. A `Failure` that names fields is shown at those fields. */
  save: (value: z.output<Schema>) => Promise<unknown>
}

type SelectProps<Value> = { value: Exclude<Value, null> | undefined; onSelect: (chosen: Value | undefined) => void }

/**
 * A form checked by the schema that the server uses. Only for components that are loaded lazily: it brings the form
 * library and, through the schema, zod.
 *
 * @returns the methods of react-hook-form, `submit`, `formProps` to spread on the `<form>`, with which Ctrl+Enter saves
 *   from any field, and `selectProps(name)` to spread on a `Select`
 */
export function useSchemaForm<Schema extends FormSchema>(schema: Schema, { defaults, save }: Options<Schema>) {
  type Input = z.input<Schema>
  const form = useForm<Input, unknown, z.output<Schema>>({
    defaultValues: defaults,
    resolver: resolverOf(schema),
    mode: 'onTouched',
  })

  const submit = form.handleSubmit(async (value) => {
    try {
      await save(value)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const [first, ...others] = Object.entries(error.errors ?? {})
      for (const [field, message] of others) form.setError(field as Path<Input>, { message }) // the server's names
      if (first) form.setError(first[0] as Path<Input>, { message: first[1] }, { shouldFocus: true })
    }
  })

  // The library knows only the fields it registers; parts that are no inputs are to be found by the keyboard as well.
  const element = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
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
  return { ...form, submit, formProps, selectProps }
}

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
