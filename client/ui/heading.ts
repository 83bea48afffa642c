/** Gives the focus to the heading of the section that `element` is in, for when what had it goes and nothing takes its place. */
export function focusHeading(element: Element): void {
  const heading = element.closest('section')?.querySelector<HTMLElement>('h1, h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
