import { permissionTags, type PermissionTag } from '../permission-tags'

/**
 * Permissions that no token of a program has, even if its owner has them. A program never signs, never creates or
 * revokes keys, never changes credentials and sessions of people, and never says where records are sent.
 */
export const neverScopes = [
  'qc:record:review',
  'qc:record:approve',
  'qc:record:reject',
  'qc:record:reopen',
  'qc:record:void',
  'qc:lot:release',
  'qc:instrument:list',
  'qc:instrument:add',
  'qc:instrument:remove',
  'qc:bigscreen:edit',
  'qc:notificationRule:add',
  'qc:notificationRule:edit',
  'admin:sysToken:list',
  'admin:sysToken:add',
  'admin:sysToken:remove',
  'admin:sysUser:add',
  'admin:sysUser:import',
  'admin:sysUser:resetPassword',
  'admin:sysSession:list',
  'admin:sysSession:remove',
] as const satisfies PermissionTag[]

const never: ReadonlySet<string> = new Set(neverScopes)

/** Permissions that a token may have. */
export const scopeTags: readonly PermissionTag[] = permissionTags.filter((tag) => !never.has(tag))
const scopes: ReadonlySet<string> = new Set(scopeTags)

export const isScope = (tag: string): tag is PermissionTag => scopes.has(tag)
