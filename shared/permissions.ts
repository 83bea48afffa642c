import type { PermissionTag } from './permission-tags'
import type { RegularAction } from './resource'

export type { PermissionTag } from './permission-tags'

/** Grants every tag, including later ones. Only the administrator role has it. */
export const ALL_PERMISSIONS = '*:*:*'

/** A declaration of which every tag can be granted: one among `resources`, from which the tags are made. */
export type Granted = { tags: Readonly<Partial<Record<RegularAction, PermissionTag>>> }

/**
 * True if `granted` grants at least one of `required`.
 *
 * @throws Error when `required` names no tag: an empty requirement is a mistake, not a pass
 */
export function isAllowed(granted: readonly string[], required: readonly PermissionTag[]): boolean {
  if (isNoList(required)) throw new Error('need operation permission tags!')
  return granted.includes(ALL_PERMISSIONS) || required.some((tag) => granted.includes(tag))
}

/**
 * True if one of the roles `granted` is among `required`, all by their keys. No key means every role.
 *
 * @throws Error when `required` names no role
 */
export function hasRole(granted: readonly string[], required: readonly string[]): boolean {
  if (isNoList(required)) throw new Error('need roles!')
  return required.some((role) => granted.includes(role))
}

const isNoList = (required: unknown) => !Array.isArray(required) || required.length === 0
