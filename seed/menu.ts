import type { PermissionTag } from '#shared/permissions'
import type { ViewName } from '#shared/views'

type Titles = { title: string; titleEn: string }

/** Something that can be done on a page; granted on its own. */
type ActionSeed = Titles & { permission: PermissionTag }

type PageSeed = Titles & {
  path: string
  component: ViewName
  /** Name of the route. */
  menuName: string
  icon: string
  permission: PermissionTag
  actions: ActionSeed[]
}

/** A directory shows when the operator may open one of its pages. */
type DirectorySeed = Titles & { path: string; menuName: string; icon: string; pages: PageSeed[] }

export const menu: DirectorySeed[] = [
  {
    path: '/admin',
    menuName: 'Admin',
    title: '系统管理',
    titleEn: 'System',
    icon: 'api-server',
    pages: [
      {
        path: '/admin/sys-role',
        component: '/admin/sys-role/index',
        menuName: 'SysRoleManage',
        title: '角色管理',
        titleEn: 'Roles',
        icon: 'peoples',
        permission: 'admin:sysRole:list',
        actions: [
          { title: '查看角色', titleEn: 'View a role', permission: 'admin:sysRole:query' },
          { title: '新建角色', titleEn: 'Create roles', permission: 'admin:sysRole:add' },
          { title: '修改角色', titleEn: 'Change roles', permission: 'admin:sysRole:update' },
          { title: '删除角色', titleEn: 'Delete roles', permission: 'admin:sysRole:remove' },
        ],
      },
      {
        path: '/admin/sys-session',
        component: '/admin/sys-session/index',
        menuName: 'SysSessionManage',
        title: '在线会话',
        titleEn: 'Sessions',
        icon: 'monitor',
        permission: 'admin:sysSession:list',
        actions: [{ title: '结束会话', titleEn: 'End sessions', permission: 'admin:sysSession:remove' }],
      },
    ],
  },
]
