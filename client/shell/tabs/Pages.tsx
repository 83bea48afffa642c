import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { redrawTab, tabs } from '../../stores/tabs'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'
import { REDIRECT_PREFIX } from '../routing/fixed-paths'
import { queryClient } from '../queries'
import { findRoute, targetOf, type Address, type RouteTable } from '../routing/routes'
import { useDocumentTitle } from '../useDocumentTitle'
import { noteActive } from './active-page'
import { KeptPage } from './KeptPage'
import { arriveAnew } from './PageOfRoute'

type PagesProps = Address & {
  table: RouteTable
  /** False in the frame in which the address has changed. */
  isPainted: boolean
  hasTabs: boolean
}

/** The page of the present address, and the hidden live pages of other tabs. */
export function Pages({ table, route, path, search, isPainted, hasTabs }: PagesProps) {
  const { visited, cached, unsaved } = useSnapshot(tabs)
  useLeadOn(table, { route, path, search })
  const tabsByPath = new Map(visited.map((tab) => [tab.path, tab]))
  useDocumentTitle(tabsByPath.get(path)?.title ?? route?.trail.at(-1)?.title)
  const isKept = (pagePath: string) => cached.includes(pagePath) || unsaved[pagePath] !== undefined
  const paths = new Set([...tabsByPath.keys()].filter(isKept))
  if (route) paths.add(path)
  const keyOf = (pagePath: string) => `${pagePath} ${tabsByPath.get(pagePath)?.round ?? 0}`
  const activeKey = useActiveKey(keyOf(path), isPainted)
  const isActive = activeKey === keyOf(path)
  useEffect(() => {
    if (isActive) noteActive(path) // after the effects of the page itself
  }, [isActive, path])

  return (
    <main ref={useKeptScroll(path)} id="main" className="shell-main" tabIndex={-1}>
      {/* In an order independent of the tabs: moved elements lose their scroll position. */}
      {[...paths].sort().map((pagePath) => {
        const tab = tabsByPath.get(pagePath)
        const isShown = pagePath === path
        const own = isShown ? route : findRoute(table, pagePath)
        return (
          own && (
            <KeptPage
              key={keyOf(pagePath)}
              path={pagePath}
              query={isShown ? search.replace(/^\?/, '') : (tab?.query ?? '')}
              route={own}
              isShown={isShown}
              isActive={keyOf(pagePath) === activeKey}
              isTab={hasTabs && own.name !== ''}
            />
          )
        )
      })}
    </main>
  )
}

/** The key of the page whose effects run: `key` once its frame is painted, in slices that let further input through. */
function useActiveKey(key: string, isPainted: boolean): string | undefined {
  const [activeKey, setActiveKey] = useState<string>()
  useEffect(() => {
    if (isPainted) startTransition(() => setActiveKey(key))
  }, [key, isPainted])
  return activeKey
}

/** Continues from an address without a page: redraws a page, follows a redirect, or goes home. */
function useLeadOn(table: RouteTable, { route, path, search }: Address) {
  useEffect(() => {
    if (route) return
    const target = targetOf(table, path)
    if (path.startsWith(`${REDIRECT_PREFIX}/`)) {
      // A refresh must show the server's present state, even after a very recent request.
      void queryClient.invalidateQueries({ refetchType: 'none' })
      redrawTab(target)
      arriveAnew()
      navigate(target + search, { replace: true })
      return
    }
    if (!table.redirects.has(path)) toast.show(tr('shell.noSuchPage', { path }))
    navigate(target, { replace: true })
  }, [table, route, path, search])
}

/** While the header scrolls with the pages, they share one scroller: each page gets its own position back. */
function useKeptScroll(path: string) {
  const main = useRef<HTMLElement>(null)
  const positionsByPath = useRef(new Map<string, number>())
  const latest = useRef(0)
  useLayoutEffect(() => {
    const scroller = main.current?.parentElement
    if (!scroller) return
    const positions = positionsByPath.current
    const position = positions.get(path) ?? 0
    if (position !== latest.current) scroller.scrollTop = position // setting even the same value forces layout
    latest.current = position
    const note = () => void positions.set(path, (latest.current = scroller.scrollTop))
    scroller.addEventListener('scroll', note)
    return () => scroller.removeEventListener('scroll', note)
  }, [path])
  return main
}
