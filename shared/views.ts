/**
 * Names a menu item may put in `component`. Seeds choose from this list and the client
 * must map every name to a lazy page, so a menu cannot point at a page that does not exist.
 */
export const viewNames = ['/admin/sys-role/index', '/admin/sys-session/index'] as const

export type ViewName = (typeof viewNames)[number]
