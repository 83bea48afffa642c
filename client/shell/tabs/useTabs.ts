import { useEffect } from 'react'
import type { AppRoute } from '../../stores/menu'
import { addTabs, unsavedTabs, visit } from '../../stores/tabs'
import type { RouteTable } from '../routes'
import { rememberTabs, restoreTabs } from './remember'
import { tabOf } from './tab-of'

/** Keeps the tabs in step with the address: those that stay and those of before from the start, others when visited. */
export function useTabs(table: RouteTable, route: AppRoute | undefined, path: string, search: string): void {
  useEffect(() => {
    restoreTabs(table)
    return rememberTabs()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is closed later must not come back
  }, [])

  useEffect(() => {
    const affixed = table.all.filter((one) => one.affix && !one.path.includes(':'))
    addTabs(affixed.map((one) => tabOf(one, one.path, '')))
  }, [table])

  useEffect(() => {
    if (route) visit(tabOf(route, path, search))
  }, [route, path, search])

  useEffect(() => {
    const askFirst = (event: BeforeUnloadEvent) => unsavedTabs().length > 0 && event.preventDefault()
    addEventListener('beforeunload', askFirst)
    return () => removeEventListener('beforeunload', askFirst)
  }, [])
}
