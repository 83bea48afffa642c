/** The fields of a form with an error. */
export const invalidIn = (form: Element | null) => [
  ...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? []),
]

/** The first option of each open conflict. */
export const openConflictsIn = (form: Element | null) => [
  ...(form?.querySelectorAll<HTMLElement>('.conflict[data-open=true] label:first-of-type input') ?? []),
]

/** The first open conflict, otherwise the first field with an error, gets the focus. */
export const focusFault = (form: Element | null) => (openConflictsIn(form)[0] ?? invalidIn(form)[0])?.focus()
