import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { AppRoute } from '../../stores/menu'
import { session } from '../../stores/session'
import { addTabs, tabs, unsavedTabs, visit } from '../../stores/tabs'
import type { RouteTable } from '../routing/routes'
import { rememberTabs, restoreTabs } from './remember'
import { tabOf } from './remember'

/** Keeps the tabs in step with the address: those that stay and those of before from the start, others when visited. */
export function useTabs(table: RouteTable, route: AppRoute | undefined, path: string, search: string): void {
  useEffect(() => {
    restoreTabs(table)
    return rememberTabs(table)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is closed later must not come back
  }, [])

  useEffect(() => {
    const affixed = table.all.filter((row) => row.affix && !row.path.includes(':'))
    addTabs(affixed.map((row) => tabOf(row, row.path, '')))
  }, [table])

  useEffect(() => {
    if (route) visit(tabOf(route, path, search))
  }, [route, path, search])

  // Whoever stays after the session has ended may read on in all that is open.
  useEffect(
    () =>
      subscribeKey(session, 'stayingAt', (paths) => {
        const others = tabs.visited.map((tab) => tab.path).filter((other) => !paths.includes(other))
        if (paths.length > 0 && others.length > 0) session.stayingAt = [...paths, ...others]
      }),
    [],
  )

  useEffect(() => {
    const askFirst = (event: BeforeUnloadEvent) => unsavedTabs().length > 0 && event.preventDefault()
    addEventListener('beforeunload', askFirst)
    return () => removeEventListener('beforeunload', askFirst)
  }, [])
}
