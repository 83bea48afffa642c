/**
 * Gives the focus to a heading, for when what had it goes and nothing takes its place: that of the section `element` is
 * in, else of the page in sight.
 */
export function focusHeading(element?: Element): void {
  const page = element?.closest('section') ?? document.querySelector('.page-pane:not([aria-hidden])')
  const heading = page?.querySelector<HTMLElement>('h1, h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
