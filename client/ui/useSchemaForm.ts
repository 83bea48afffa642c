import { useEffect, useRef, type BaseSyntheticEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import {
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
import { fieldFaults } from '#shared/i18n/issue'
import { Failure } from '../api/http'
import { settings } from '../stores/settings'
import { isTextKey, readText } from '../stores/texts'
import { released } from './released'

/** A schema whose input and output are objects of named fields. */
type FormSchema = z.ZodType<FieldValues, FieldValues>

type Options<Schema extends FormSchema> = {
  defaults: DefaultValues<z.input<Schema>>
  /** Sends what was entered. A `Failure` that names fields is shown at those fields. */
  save: (value: z.output<Schema>) => Promise<unknown>
}

type SelectProps<Value> = { value: Exclude<Value, null> | undefined; onSelect: (chosen: Value | undefined) => void }

/**
 * A form checked by the schema that the server uses: what was changed when its field is left, all of it when it is
 * saved, and from then on while typing. Only for components that are loaded lazily: it brings the form
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

  const element = useRef<HTMLFormElement>(null)
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

  const submit = form.handleSubmit(async (value) => {
    try {
      await save(value)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const named = Object.entries(error.errors ?? {})
      flushSync(() => {
        for (const [field, message] of named) form.setError(field as Path<Input>, { message }) // the server's names
      })
      // What no field shows, the operator is told of as of any other failure.
      error.isShown = named.length > 0 && named.length <= invalidIn(element.current).length
    }
  })

  // The library knows only the fields it registers; parts that are no inputs are to be found by the keyboard as well.
  useEffect(() => {
    if (submitCount > 0) invalidIn(element.current)[0]?.focus()
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
  return { ...form, register, submit, formProps, selectProps }
}

const invalidIn = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]

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
