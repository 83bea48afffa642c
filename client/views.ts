import { viewNames, type ViewName } from '#shared/views'
import { part, type Part } from './ui/part'

/** The page behind each menu `component`. Each import is its own chunk. */
const views: Record<ViewName, Part> = {
  '/admin/sys-role/index': part(() => import('./pages/role/RolePage')),
  '/admin/sys-session/index': part(() => import('./pages/session/SessionPage')),
}

/** Pages that need no menu entry. */
const fixedViews: Readonly<Record<string, Part>> = {
  dashboard: part(() => import('./pages/dashboard/DashboardPage')),
  profile: part(() => import('./pages/profile/ProfilePage')),
  'not-found': part(() => import('./pages/errors/NotFoundPage')),
  'not-allowed': part(() => import('./pages/errors/NotAllowedPage')),
}

/** The page of a view's name; `undefined` for a name that this version does not have: menus are data. */
export function pageOf(view: string): Part | undefined {
  const name = viewNames.find((known) => known === view)
  if (name) return views[name]
  return Object.hasOwn(fixedViews, view) ? fixedViews[view] : undefined
}
