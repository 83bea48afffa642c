/** Tells the form around a part that is no input that something was entered, as inputs do by themselves. */
export const dispatchInput = (element: HTMLElement | null): void =>
  void element?.dispatchEvent(new Event('input', { bubbles: true }))
