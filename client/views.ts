import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { viewNames, type ViewName } from '#shared/views'

/** A page that is fetched when it is first shown, or before: `preload` may be called ahead of the click. */
export type Page = LazyExoticComponent<ComponentType> & { preload: () => Promise<unknown> }

const page = (load: () => Promise<{ default: ComponentType }>): Page => Object.assign(lazy(load), { preload: load })

/** The page behind each menu `component`. Each import is its own chunk. */
const views: Record<ViewName, Page> = {
  '/admin/sys-role/index': page(() => import('./pages/role/RolePage')),
}

/** Pages that need no menu entry. */
const fixedViews: Readonly<Record<string, Page>> = {
  dashboard: page(() => import('./pages/dashboard/DashboardPage')),
  profile: page(() => import('./pages/profile/ProfilePage')),
  'not-found': page(() => import('./pages/errors/NotFoundPage')),
  'not-allowed': page(() => import('./pages/errors/NotAllowedPage')),
}

/** The page of a view's name; `undefined` for a name that this version does not have: menus are data. */
export function pageOf(view: string): Page | undefined {
  const name = viewNames.find((known) => known === view)
  if (name) return views[name]
  return Object.hasOwn(fixedViews, view) ? fixedViews[view] : undefined
}
