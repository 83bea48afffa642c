import { tabs } from '../../stores/tabs'
import { whenIdle } from '../routing/when-idle'

const LEADS_TO_PAGES = '.sidebar, .top-menu, .tab-bar, .bottom-bar'
const MOST = 6

/**
 * Makes the pages used last ready while the pointer is over the menu or the tabs: drawn, though transparent, so that a
 * press shows one at once (ADR 80). A key ends that, since the focus and the browser's search must not reach hidden
 * pages, and so does a new size of the window, for which they would be laid out. Returns a function that stops it.
 */
export function keepPagesReady(): () => void {
  let isOver = false
  let callOff = () => {}
  const stopping = new AbortController()
  const { signal } = stopping

  const panes = () => [...document.querySelectorAll<HTMLElement>('#main > .page-pane')]

  function readyNext() {
    const used = tabs.used.slice(-MOST)
    const next = panes().find(({ dataset: { path = '', ready } }) => ready === undefined && used.includes(path))
    if (!next) return
    next.dataset['ready'] = ''
    goOn()
  }

  function goOn() {
    callOff()
    callOff = whenIdle(readyNext)
  }

  function end() {
    isOver = false
    callOff()
    for (const pane of panes()) delete pane.dataset['ready']
  }

  function follow({ target }: Event) {
    const wasOver = isOver
    isOver = target instanceof Element && target.closest(LEADS_TO_PAGES) !== null
    if (isOver && !wasOver) goOn()
    else if (wasOver && !isOver) end()
  }

  document.addEventListener('pointerover', follow, { signal, passive: true })
  document.addEventListener('click', () => isOver && goOn(), { signal }) // on a page opened by it, too
  document.addEventListener('keydown', end, { signal, capture: true })
  for (const name of ['blur', 'resize', 'beforeprint']) addEventListener(name, end, { signal })
  return () => {
    stopping.abort()
    end()
  }
}
