import { and, eq, inArray } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses, type DataScope } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import type { Store, Writer } from '#server/store/index'
import type { Once } from './once'

export type RoleSeed = {
  roleKey: string
  roleName: string
  remark: string
  /** Whose rows its holders work with; roles of databases that were there before keep theirs. */
  dataScope: DataScope
  /** Tags of actions; each brings the page it stands on. The administrator role needs none: it holds every permission. */
  permissions: PermissionTag[]
}

export const adminRole: RoleSeed = {
  roleKey: ADMIN_ROLE_KEY,
  roleName: '系统管理员',
  remark: '拥有全部权限',
  dataScope: '1',
  permissions: [],
}

/** What a quality department works with. */
export const workingRoles: RoleSeed[] = [
  {
    roleKey: 'quality-engineer',
    roleName: '质量工程师',
    remark: '维护检验所用的字典，查看部门和岗位',
    dataScope: '4',
    permissions: [
      'admin:sysDept:query',
      'admin:sysPost:query',
      'admin:sysDictType:query',
      'admin:sysDictData:query',
      'admin:sysDictData:add',
      'admin:sysDictData:edit',
      'admin:sysDictData:export',
    ],
  },
  { roleKey: 'inspector', roleName: '检验员', remark: '记录检测值', dataScope: '5', permissions: [] },
  { roleKey: 'reviewer', roleName: '复核员', remark: '复核本部门的记录', dataScope: '3', permissions: [] },
  {
    roleKey: 'approver',
    roleName: '审批人',
    remark: '审批记录，维护角色，但不能删除',
    dataScope: '4',
    permissions: ['admin:sysRole:query', 'admin:sysRole:add', 'admin:sysRole:update'],
  },
  { roleKey: 'viewer', roleName: '访客', remark: '只能查看', dataScope: '3', permissions: ['admin:sysRole:query'] },
  { roleKey: 'display', roleName: '大屏', remark: '车间大屏登录，只显示', dataScope: '1', permissions: [] },
]

export async function seedRoles(store: Store, db: Writer, once: Once) {
  for (const [place, role] of [adminRole, ...workingRoles].entries()) {
    await once(`role ${role.roleKey}`, () => insertRole(store, db, role, place + 1))
  }
}

async function insertRole({ t }: Store, db: Writer, { permissions, ...role }: RoleSeed, roleSort: number) {
  const now = Date.now()
  const [made] = await db
    .insert(t.roles)
    .values({ ...role, roleSort, status: statuses.on, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ roleId: t.roles.roleId })
  if (!made || permissions.length === 0) return
  const granted = await db
    .select()
    .from(t.menus)
    .where(and(inArray(t.menus.permission, permissions), eq(t.menus.menuType, 'F')))
  if (granted.length > 0)
    await db.insert(t.roleMenus).values(granted.map(({ menuId }) => ({ roleId: made.roleId, menuId })))
}
