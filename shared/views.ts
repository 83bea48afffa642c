import { resources } from './resources'

/** Pages of what is no declared resource, or no regular one. */
const otherViews = [
  '/admin/sys-config/set',
  '/admin/sys-login-log/index',
  '/admin/sys-oper-log/index',
  '/admin/sys-api/index',
  '/sys-tools/monitor',
  '/admin/sys-session/index',
  '/admin/sys-trash/index',
  '/admin/developer/index',
  '/qc/template/index',
  '/qc/inbox/index',
  '/qc/value-base/index',
  '/qc/analysis/index',
  '/qc/signal/index',
  '/qc/bigscreen/index',
  '/qc/selfcheck/index',
  '/qc/qr/index',
  '/qc/audit/index',
  '/qc/notification/delivery',
] as const

/**
 * Permitted names in `component` of a menu item. Seeds choose from this list and the client must map every name to a
 * lazy page. So a menu cannot point at a missing page.
 */
export const viewNames = [...resources.map(({ view }) => view), ...otherViews]

export type ViewName = (typeof viewNames)[number]

/** Pages that other front ends of the API family have too. */
const familyViews = [
  '/admin/sys-user/index',
  '/admin/sys-role/index',
  '/admin/sys-menu/index',
  '/admin/sys-dept/index',
  '/admin/sys-post/index',
  '/admin/dict/index',
  '/admin/dict/data',
  '/admin/sys-config/index',
  '/admin/sys-config/set',
  '/admin/sys-login-log/index',
  '/admin/sys-oper-log/index',
  '/admin/sys-api/index',
  '/schedule/index',
  '/sys-tools/monitor',
] as const satisfies ViewName[]

const ownViews = new Set<string>(viewNames).difference(new Set(familyViews))

/** True if other front ends of the API family have no page for a component. */
export const isOwnView = (component: string): boolean => ownViews.has(component)
