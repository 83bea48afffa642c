import { memo, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { addressOf, isFixed, moveTab, tabs } from '../../stores/tabs'
import { titleText } from '../../stores/titles'
import { afterPaint } from '../../ui/paint/after-paint'
import { IconButton } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { withMore } from '../../ui/app/more'
import { part } from '../../ui/part'
import type { Anchor } from '../../ui/overlay/position'
import { fetchAhead, isReady } from '../../ui/ready'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { useLocale, useText } from '../../ui/useText'
import { closeTab } from './commands'
import { goTo } from './go-to'
import { onLongPress } from './long-press'
import { useTabDrag } from './useTabDrag'
import './TabBar.css'

const TabList = part(() => withMore(() => import('./TabList')))
const TabMenu = part(() => withMore(() => import('./TabMenu')))

/** Id of the tab of a page, which labels the page. */
export const tabId = (path: string) => `tab-${encodeURIComponent(path)}`

/** Scrolls only the bar: `scrollIntoView` would also scroll the page if the bar scrolls with it. */
function showSelected(bar: HTMLElement) {
  const tab = bar.querySelector<HTMLElement>('[aria-selected=true]')
  if (!tab) return
  const { left, right } = tab.getBoundingClientRect()
  const inside = bar.getBoundingClientRect()
  if (left < inside.left) bar.scrollLeft -= Math.ceil(inside.left - left)
  else if (right > inside.right) bar.scrollLeft += Math.ceil(right - inside.right)
}

/**
 * One tab for each visited page. Arrows, Home and End move between them, Delete or a middle click closes one, dragging
 * or Ctrl+Shift+arrow moves one, a right click or Shift+F10 opens the menu of further actions.
 */
export const TabBar = memo(function TabBar({ path }: { path: string }) {
  const t = useText()
  const locale = useLocale()
  const { visited, unsaved } = useSnapshot(tabs)
  const list = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ path: string; anchor: Anchor }>()
  const [isListOpen, setIsListOpen] = useState(false)
  const drag = useTabDrag(list)

  useEffect(() => {
    const bar = list.current
    if (!bar) return
    const observer = new ResizeObserver(() => showSelected(bar))
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  useEffect(() => afterPaint(() => list.current && showSelected(list.current)), [path, visited.length])

  async function toggleList() {
    if (isListOpen || (await isReady(TabList))) setIsListOpen(!isListOpen)
  }

  /** Set at once, so that the click at the end of a long press shows no other page. */
  function openMenu(asked: { path: string; anchor: Anchor }) {
    setMenu(asked)
    void isReady(TabMenu).then((isHere) => isHere || setMenu(undefined))
  }

  function onContextMenu(event: MouseEvent<HTMLElement>, tabPath: string) {
    event.preventDefault()
    // The menu key gives no point to open at.
    const isOfKey = event.clientX === 0 && event.clientY === 0
    openMenu({ path: tabPath, anchor: isOfKey ? event.currentTarget : { x: event.clientX, y: event.clientY } })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = all.findIndex((tab) => tab === document.activeElement)
    const tab = visited[at]
    const target = all[at]
    if (!tab || !target) return
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.ctrlKey && event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      moveTab(tab.path, next ?? at)
      requestAnimationFrame(() => document.getElementById(tabId(tab.path))?.focus()) // the move took the focus
    } else if (next !== undefined) all.at(next % all.length)?.focus()
    else if (event.key === 'F10' && event.shiftKey) openMenu({ path: tab.path, anchor: target })
    else if (event.key === 'Delete' && !isFixed(tab)) {
      const neighbour = all[at === all.length - 1 ? at - 1 : at + 1]
      void closeTab(tab.path).then((isClosed) => isClosed && neighbour?.focus())
    } else return
    event.preventDefault()
  }

  return (
    <div className="tab-bar">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs take the focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={t('shell.tabs')}
        className="row stretch gap-2 tab-list"
        onPointerEnter={() => fetchAhead(TabMenu)}
        onFocus={() => fetchAhead(TabMenu)}
        onKeyDown={onKeyDown}
        onWheel={({ currentTarget, deltaY }) => (currentTarget.scrollLeft += deltaY)}
      >
        {visited.map((tab) => {
          const isDirty = unsaved[tab.path] !== undefined
          const title = titleText(tab.title, t, locale)
          return (
            <Tooltip key={tab.path} text={title} when={isTitleCut}>
              <button
                id={tabId(tab.path)}
                type="button"
                role="tab"
                aria-selected={tab.path === path}
                aria-keyshortcuts={isFixed(tab) ? 'Shift+F10' : 'Delete Shift+F10'}
                tabIndex={tab.path === path ? 0 : -1}
                className="tab"
                onClick={() => menu || drag.wasDrag() || goTo(addressOf(tab.path))}
                onMouseDown={(event) => event.button === 1 && event.preventDefault()} // else the page scrolls
                onAuxClick={(event) => event.button === 1 && void closeTab(tab.path)}
                onContextMenu={(event) => onContextMenu(event, tab.path)}
                onPointerDown={(event) => {
                  drag.start(event, tab.path)
                  onLongPress(event, (anchor) => openMenu({ path: tab.path, anchor }))
                }}
              >
                {tab.isPinned && <Icon name="pin" />}
                <span className="tab-title">{title}</span>
                {isDirty && (
                  <span className="tab-unsaved">
                    <span className="sr-only">{t('tabs.unsaved')}</span>
                  </span>
                )}
                {!isFixed(tab) && (
                  // For the pointer only: nothing inside a tab can take the focus, so the keyboard uses Delete.
                  <span
                    className="tab-close"
                    title={t('action.close')}
                    onClick={(event) => {
                      event.stopPropagation()
                      void closeTab(tab.path)
                    }}
                  >
                    <Icon name="close" />
                  </span>
                )}
              </button>
            </Tooltip>
          )
        })}
      </div>
      <div ref={more} className="tab-more">
        <IconButton
          label={t('tabs.all')}
          icon="chevron-down"
          aria-haspopup="dialog"
          aria-expanded={isListOpen}
          onClick={() => void toggleList()}
        />
      </div>
      {menu && <TabMenu {...menu} onClose={() => setMenu(undefined)} />}
      {isListOpen && <TabList anchor={() => more.current} path={path} onClose={() => setIsListOpen(false)} />}
    </div>
  )
})

function isTitleCut(tab: HTMLElement): boolean {
  const title = tab.querySelector('.tab-title')
  return title !== null && title.scrollWidth > title.clientWidth
}
