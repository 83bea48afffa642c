import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Takes over the saved values of a form that stays open. Fields changed since sending keep their input, and are
 * unsaved.
 *
 * @param sent the values of the fields when it was sent: `structuredClone(form.getValues())`
 * @param saved the values that the server has stored
 */
export function settleForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  sent: Values,
  saved: Values,
): void {
  const typed = structuredClone(form.getValues())
  form.reset(saved, { keepValues: true })
  for (const name of Object.keys(saved) as Path<Values>[]) {
    const isSent = JSON.stringify(typed[name]) === JSON.stringify(sent[name])
    form.setValue(name, isSent ? saved[name] : typed[name], { shouldDirty: true })
  }
}
