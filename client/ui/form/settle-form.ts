import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Takes over what was saved of a form that stays: fields that were changed since it was sent keep what was typed, and are
 * unsaved.
 *
 * @param sent what the fields held when it was sent: `structuredClone(form.getValues())`
 * @param saved what the server has made of it
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
