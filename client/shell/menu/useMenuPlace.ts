import { useMemo } from 'react'
import type { AppRoute } from '../../stores/menu'
import { placeIn, type MenuNode, type MenuPlace } from './menu-nodes'

/** What the sidebar and the top menu are drawn from. */
export type MenuProps = {
  nodes: readonly MenuNode[]
  route: AppRoute | undefined
  /** Path of the present address. */
  path: string
}

/** Where in the menu the present page is; stays the same object while that does not change. */
export const useMenuPlace = ({ nodes, route, path }: MenuProps): MenuPlace =>
  useMemo(() => placeIn(nodes, path, route?.activeMenu), [nodes, route, path])
