import { useMemo, type ReactNode } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { updateTab } from '../../stores/tabs'

/** The address as the page sees it: its own, also while another is shown. */
export function OwnAddress({ path, query, children }: { path: string; query: string; children: ReactNode }) {
  const { hook, searchHook } = useMemo(() => {
    const address: [string, typeof navigate] = [path, (to, options) => goFrom(path, String(to), options)]
    return { hook: () => address, searchHook: () => query }
  }, [path, query])
  return (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
}

/** A page that is shown may go anywhere; a hidden one, whose answer came late, only changes its own query. */
function goFrom(path: string, to: string, options: Parameters<typeof navigate>[1]) {
  if (location.pathname === path) return navigate(to, options)
  const [target, query = ''] = to.split(/\?(.*)/s)
  if (target === path) updateTab(path, { fullPath: to, query })
}
