import { ADMIN_ROLE_KEY } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'

export type RoleSeed = {
  roleKey: string
  roleName: string
  remark: string
  /** Tags of actions; each brings the page it stands on. The administrator role needs none: it holds every permission. */
  permissions: PermissionTag[]
}

export const adminRole: RoleSeed = {
  roleKey: ADMIN_ROLE_KEY,
  roleName: '系统管理员',
  remark: '拥有全部权限',
  permissions: [],
}

/** What a quality department works with. */
export const workingRoles: RoleSeed[] = [
  { roleKey: 'inspector', roleName: '检验员', remark: '记录检测值', permissions: [] },
  {
    roleKey: 'approver',
    roleName: '审批人',
    remark: '审批记录，维护角色，但不能删除',
    permissions: ['admin:sysRole:query', 'admin:sysRole:add', 'admin:sysRole:update'],
  },
  { roleKey: 'viewer', roleName: '访客', remark: '只能查看', permissions: ['admin:sysRole:query'] },
]
