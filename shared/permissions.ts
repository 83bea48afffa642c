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
  'admin:sysUser:edit',
  'admin:sysSession:list',
  'admin:sysSession:remove',
  'admin:sysLoginLog:list',
  'admin:sysLoginLog:query',
] as const

export type PermissionTag = (typeof permissionTags)[number]

/** Grants every tag, including those added later. Held by the administrator role alone. */
export const ALL_PERMISSIONS = '*:*:*'

/**
 * True when `held` grants at least one of `wanted`.
 *
 * @throws Error when `wanted` names no tag: asking for nothing is a mistake, not a pass
 */
export function isAllowed(held: readonly string[], wanted: readonly PermissionTag[]): boolean {
  if (isNoList(wanted)) throw new Error('need operation permission tags!')
  return held.includes(ALL_PERMISSIONS) || wanted.some((tag) => held.includes(tag))
}

/**
 * True when one of the roles `held` is among `wanted`, all by their keys. There is no key that stands for every role.
 *
 * @throws Error when `wanted` names no role
 */
export function hasRole(held: readonly string[], wanted: readonly string[]): boolean {
  if (isNoList(wanted)) throw new Error('need roles!')
  return wanted.some((role) => held.includes(role))
}

const isNoList = (wanted: unknown) => !Array.isArray(wanted) || wanted.length === 0
