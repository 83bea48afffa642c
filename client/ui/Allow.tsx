import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { hasRole, isAllowed, type PermissionTag } from '#shared/permissions'
import { session } from '../stores/session'

/** True when the operator holds one of `tags`. */
export const useAllowed = (tags: readonly PermissionTag[]): boolean => isAllowed(useSnapshot(session).permissions, tags)

/**
 * The operator's permissions; while the session is over, those that it had. For input that signing in again continues:
 * it stays in sight, and keeps the focus.
 */
export function useLastPermissions(): readonly string[] {
  const { permissions, stayingAt } = useSnapshot(session)
  const [last, setLast] = useState(permissions)
  if (stayingAt.length > 0) return last
  if (last !== permissions) setLast(permissions)
  return permissions
}

/**
 * True when the operator has one of `roles`, by their keys.
 *
 * @public the gate by role of the specification; every page here asks for permissions
 */
export const useHasRole = (roles: readonly string[]): boolean => hasRole(useSnapshot(session).roles, roles)

/** Shows its children only to operators holding one of `tags`. It only hides; the server enforces. */
export const Allow = ({ tags, children }: { tags: readonly PermissionTag[]; children: ReactNode }) =>
  useAllowed(tags) && children

/**
 * Shows its children only to operators who have one of `roles`. Prefer `Allow` for permissions.
 *
 * @public as `useHasRole`
 */
export const AllowRoles = ({ roles, children }: { roles: readonly string[]; children: ReactNode }) =>
  useHasRole(roles) && children
