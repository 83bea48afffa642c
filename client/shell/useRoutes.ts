import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { menu } from '../stores/menu'
import { session } from '../stores/session'
import { menuNodes } from './menu/menu-nodes'
import { routeTable } from './routes'

/** The operator's routes, and the entries of their menu. */
export function useRoutes() {
  const { items } = useSnapshot(menu)
  const { roles } = useSnapshot(session)
  const table = routeTable(items, roles)
  const nodes = useMemo(() => menuNodes(items, table.fixed), [items, table])
  return { table, nodes }
}
