/**
 * Every operation an operator can be granted, declared once, as area:resource:action.
 *
 * Server routes guard with a tag, menu seeds carry it and client buttons ask for it.
 * A tag missing from this list does not compile in any of the three.
 */
export const permissionTags = [
  'admin:sysRole:list',
  'admin:sysRole:query',
  'admin:sysRole:add',
  'admin:sysRole:update',
  'admin:sysRole:remove',
] as const

export type PermissionTag = (typeof permissionTags)[number]

/** Grants every tag, including those added later. Held by the administrator role alone. */
export const ALL_PERMISSIONS = '*:*:*'

/** True when `held` grants at least one of `wanted`. Asking for nothing is a mistake, not a pass. */
export function isAllowed(held: readonly string[], wanted: readonly PermissionTag[]): boolean {
  if (wanted.length === 0) throw new Error('isAllowed: name at least one operation permission tag')
  return held.includes(ALL_PERMISSIONS) || wanted.some((tag) => held.includes(tag))
}
