import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { closeTab, tabs } from '../stores/tabs'
import { titleText } from '../stores/titles'
import { Icon } from '../ui/Icon'
import { useLocale, useText } from '../ui/useText'
import './TabBar.css'

/** Id of the tab of a page, to label the page by it. */
export const tabId = (path: string) => `tab-${encodeURIComponent(path)}`

/** One tab for each page visited. Arrows, Home and End move between them, Delete closes one. */
export function TabBar({ path }: { path: string }) {
  const t = useText()
  const locale = useLocale()
  const { visited } = useSnapshot(tabs)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, visited.length])

  function close(closing: string) {
    const last = closeTab(closing)
    if (closing === path) navigate(last?.fullPath ?? '/')
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = all.findIndex((tab) => tab === document.activeElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    const tab = visited[at]
    if (next !== undefined) all.at(next % all.length)?.focus()
    else if (event.key === 'Delete' && tab && !tab.meta.affix) {
      all[at === all.length - 1 ? at - 1 : at + 1]?.focus()
      close(tab.path)
    } else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs take the focus
    <div ref={list} role="tablist" aria-label={t('shell.tabs')} className="tab-bar" onKeyDown={onKeyDown}>
      {visited.map(({ path: tabPath, fullPath, title, meta }) => (
        <button
          key={tabPath}
          id={tabId(tabPath)}
          type="button"
          role="tab"
          aria-selected={tabPath === path}
          aria-keyshortcuts={meta.affix ? undefined : 'Delete'}
          tabIndex={tabPath === path ? 0 : -1}
          className="tab"
          onClick={() => tabPath !== path && navigate(fullPath)}
        >
          <span className="tab-title">{titleText(title, t, locale)}</span>
          {!meta.affix && (
            // For the pointer only: inside a tab nothing else can take the focus, so the keyboard has Delete.
            <span
              className="tab-close"
              title={t('shell.closeTab')}
              onClick={(event) => {
                event.stopPropagation()
                close(tabPath)
              }}
            >
              <Icon name="close" />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
