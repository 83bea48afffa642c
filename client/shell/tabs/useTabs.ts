import { useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import { session } from '../../stores/session'
import { addTabs, tabs, unsavedTabs, visit } from '../../stores/tabs'
import type { Address, RouteTable } from '../routing/routes'
import { pinnedTabs, rememberTabs, restoreTabs, tabOf } from './remember'

/** Keeps the tabs in step with the address: fixed and earlier tabs from the start, others when visited. */
export function useTabs(table: RouteTable, { path, search, route }: Address): void {
  useState(() => {
    // Once: a tab closed later must not come back. Before the frame is drawn, which would otherwise be drawn twice.
    restoreTabs(table)
    addTabs(affixedTabs(table))
    if (route) visit(tabOf(route, path, search))
  })
  useEffect(rememberTabs, [])
  useEffect(() => addTabs([...affixedTabs(table), ...pinnedTabs(table)]), [table])
  useEffect(() => {
    if (route) visit(tabOf(route, path, search))
  }, [route, path, search])

  // An operator who reads on after the end of the session may do so in all open tabs.
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

/** The tabs of entries that the menu keeps open. */
const affixedTabs = (table: RouteTable) =>
  table.all.filter((row) => row.affix && !row.path.includes(':')).map((row) => tabOf(row, row.path, ''))
