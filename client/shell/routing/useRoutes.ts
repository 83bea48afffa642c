import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { menu } from '../../stores/menu'
import { session } from '../../stores/session'
import { menuNodes } from '../menu/menu-nodes'
import { routeTable, withRoutes } from './routes'

/** The operator's routes, and the entries of their menu. */
export function useRoutes() {
  const { items, orphaned } = useSnapshot(menu)
  const { roles } = useSnapshot(session)
  const ofMenu = routeTable(items, roles)
  const table = useMemo(() => withRoutes(ofMenu, orphaned), [ofMenu, orphaned])
  const nodes = useMemo(() => menuNodes(items, ofMenu.fixed), [items, ofMenu])
  return { table, nodes }
}
