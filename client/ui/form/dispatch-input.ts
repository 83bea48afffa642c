/** Fires an input event for a form part that is no input. */
export const dispatchInput = (element: HTMLElement | null): void =>
  void element?.dispatchEvent(new Event('input', { bubbles: true }))
