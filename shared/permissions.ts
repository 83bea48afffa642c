/**
 * Every operation an operator can be granted, declared once, as area:resource:action.
 *
 * Server routes guard with a tag, menu seeds carry it and client buttons ask for it.
 * A tag missing from this list does not compile in any of the three.
 */
export const permissionTags = [
  'admin:sysUser:list',
  'admin:sysUser:query',
  'admin:sysUser:add',
  'admin:sysUser:edit',
  'admin:sysUser:remove',
  'admin:sysUser:resetPassword',
  'admin:sysUser:export',
  'admin:sysUser:import',
  'admin:sysRole:list',
  'admin:sysRole:query',
  'admin:sysRole:add',
  'admin:sysRole:update',
  'admin:sysRole:remove',
  'admin:sysRole:export',
  'admin:sysMenu:list',
  'admin:sysMenu:query',
  'admin:sysMenu:add',
  'admin:sysMenu:edit',
  'admin:sysMenu:remove',
  'admin:sysMenu:export',
  'admin:sysDept:list',
  'admin:sysDept:query',
  'admin:sysDept:add',
  'admin:sysDept:edit',
  'admin:sysDept:remove',
  'admin:sysDept:export',
  'admin:sysPost:list',
  'admin:sysPost:query',
  'admin:sysPost:add',
  'admin:sysPost:edit',
  'admin:sysPost:remove',
  'admin:sysPost:export',
  'admin:sysDictType:list',
  'admin:sysDictType:query',
  'admin:sysDictType:add',
  'admin:sysDictType:edit',
  'admin:sysDictType:remove',
  'admin:sysDictType:export',
  'admin:sysDictType:import',
  'admin:sysDictData:list',
  'admin:sysDictData:query',
  'admin:sysDictData:add',
  'admin:sysDictData:edit',
  'admin:sysDictData:remove',
  'admin:sysDictData:export',
  'admin:sysDictData:import',
  'admin:sysConfig:list',
  'admin:sysConfig:query',
  'admin:sysConfig:add',
  'admin:sysConfig:edit',
  'admin:sysConfig:remove',
  'admin:sysConfig:export',
  'admin:sysConfigSet:list',
  'admin:sysConfigSet:update',
  'admin:sysSession:list',
  'admin:sysSession:remove',
  'admin:sysLoginLog:list',
  'admin:sysLoginLog:query',
  'admin:sysLoginLog:remove',
  'admin:sysLoginLog:export',
  'admin:sysOperLog:list',
  'admin:sysOperLog:query',
  'admin:sysOperLog:remove',
  'admin:sysOperLog:export',
  'admin:sysApi:list',
  'admin:sysApi:query',
  'admin:sysApi:edit',
  'admin:sysTrash:list',
  'admin:sysTrash:remove',
  'job:sysJob:list',
  'job:sysJob:query',
  'job:sysJob:add',
  'job:sysJob:edit',
  'job:sysJob:remove',
  'job:sysJob:start',
  'job:sysJob:log',
  'sysTools:serverMonitor:list',
  'sysTools:metrics:list',
  'qc:template:list',
  'qc:template:add',
  'qc:template:edit',
  'qc:template:publish',
  'qc:template:retire',
  'qc:template:export',
  'qc:template:import',
  'qc:record:list',
  'qc:record:add',
  'qc:record:edit',
  'qc:record:submit',
  'qc:record:review',
  'qc:record:approve',
  'qc:record:reject',
  'qc:record:reopen',
  'qc:record:void',
  'qc:record:export',
  'qc:record:import',
  'qc:product:list',
  'qc:product:add',
  'qc:product:edit',
  'qc:product:remove',
  'qc:equipment:list',
  'qc:equipment:add',
  'qc:equipment:edit',
  'qc:equipment:remove',
  'qc:instrument:list',
  'qc:instrument:add',
  'qc:instrument:remove',
  'qc:lot:list',
  'qc:lot:add',
  'qc:lot:edit',
  'qc:lot:remove',
  'qc:lot:hold',
  'qc:lot:release',
  'qc:qr:list',
  'qc:qr:print',
  'qc:qr:revoke',
  'qc:analysis:list',
  'qc:analysis:export',
  'qc:limit:list',
  'qc:limit:edit',
  'qc:signal:list',
  'qc:signal:acknowledge',
  'qc:signal:close',
  'qc:bigscreen:list',
  'qc:bigscreen:edit',
  'qc:selfcheck:list',
  'qc:audit:list',
  'qc:audit:verify',
  'qc:audit:export',
  'qc:audit:redact',
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
