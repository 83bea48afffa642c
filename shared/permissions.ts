import type { PermissionTag } from './permission-tags'

export type { PermissionTag } from './permission-tags'

/** Grants every tag, including those added later. Held by the administrator role alone. */
export const ALL_PERMISSIONS = '*:*:*'

/**
 * True when `granted` grants at least one of `required`.
 *
 * @throws Error when `required` names no tag: asking for nothing is a mistake, not a pass
 */
export function isAllowed(granted: readonly string[], required: readonly PermissionTag[]): boolean {
  if (isNoList(required)) throw new Error('need operation permission tags!')
  return granted.includes(ALL_PERMISSIONS) || required.some((tag) => granted.includes(tag))
}

/**
 * True when one of the roles `granted` is among `required`, all by their keys. No key means every role.
 *
 * @throws Error when `required` names no role
 */
export function hasRole(granted: readonly string[], required: readonly string[]): boolean {
  if (isNoList(required)) throw new Error('need roles!')
  return required.some((role) => granted.includes(role))
}

const isNoList = (required: unknown) => !Array.isArray(required) || required.length === 0
