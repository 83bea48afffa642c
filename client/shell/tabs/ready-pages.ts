import { queryClient } from '../queries'
import { whenIdle } from '../routing/when-idle'

const LEADS_TO_PAGES = '.sidebar, .top-menu, .tab-bar'

let isOver = false
let callOff = () => {}

/**
 * Makes the kept pages ready while the pointer is over the menu or the tabs: drawn, though transparent, so that a
 * press shows one at once (ADR 80). A key ends that, since the focus and the browser's search must not reach hidden
 * pages, and so does a new size of the window, for which they would be laid out.
 */
export function keepPagesReady(): void {
  addEventListener('pointerover', ({ target }) => {
    const wasOver = isOver
    isOver = target instanceof Element && target.closest(LEADS_TO_PAGES) !== null
    if (isOver) makeReady()
    else if (wasOver) restPages()
  })
  addEventListener('keydown', restPages, true)
  for (const name of ['blur', 'resize']) addEventListener(name, restPages)
}

/** One page after the other, in idle time. */
function makeReady() {
  callOff()
  callOff = whenIdle(() => {
    const next = panes().find(({ dataset }) => dataset['ready'] === undefined)
    if (!next) return
    next.dataset['ready'] = ''
    makeReady()
  })
}

/** A page that opens comes first, as long as it waits for answers and this long at least, in milliseconds. */
const OPENING_MS = 200

/** Leaves the computer to a page that opens. The kept pages are made ready again when it is there. */
export function restWhileOpening(): void {
  restPages()
  const timer = setTimeout(() => {
    if (queryClient.isFetching() > 0) restWhileOpening()
    else if (isOver) makeReady()
  }, OPENING_MS)
  callOff = () => clearTimeout(timer)
}

/** Leaves the computer to other work, until the pointer moves on. */
function restPages(): void {
  callOff()
  for (const pane of panes()) delete pane.dataset['ready']
}

/** The elements of all kept pages, hidden or not. */
export const panes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main > .page-pane')]
