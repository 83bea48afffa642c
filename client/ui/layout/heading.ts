/**
 * Focuses a heading when the focused element is removed without a successor: the heading of `element`'s section, else
 * of the visible page.
 */
export function focusHeading(element?: Element): void {
  const page = element?.closest('section') ?? document.querySelector('.page-pane:not([aria-hidden])')
  const heading = page?.querySelector<HTMLElement>('h1, h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
