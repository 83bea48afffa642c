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
  /** Reached from another page, which the menu marks meanwhile. */
  isHidden?: true
  activeMenu?: string
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
        path: '/admin/sys-user',
        component: '/admin/sys-user/index',
        menuName: 'SysUserManage',
        title: '用户管理',
        titleEn: 'Users',
        icon: 'user',
        permission: 'admin:sysUser:list',
        actions: [
          { title: '查看用户', titleEn: 'View a user', permission: 'admin:sysUser:query' },
          { title: '新建用户', titleEn: 'Create users', permission: 'admin:sysUser:add' },
          { title: '修改用户', titleEn: 'Change users', permission: 'admin:sysUser:edit' },
          { title: '删除用户', titleEn: 'Delete users', permission: 'admin:sysUser:remove' },
          { title: '导出用户', titleEn: 'Export users', permission: 'admin:sysUser:export' },
          { title: '导入用户', titleEn: 'Import users', permission: 'admin:sysUser:import' },
          { title: '重置密码', titleEn: 'Reset passwords', permission: 'admin:sysUser:resetPassword' },
        ],
      },
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
          { title: '导出角色', titleEn: 'Export roles', permission: 'admin:sysRole:export' },
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
      {
        path: '/admin/sys-dept',
        component: '/admin/sys-dept/index',
        menuName: 'SysDeptManage',
        title: '部门管理',
        titleEn: 'Departments',
        icon: 'tree',
        permission: 'admin:sysDept:list',
        actions: [
          { title: '查看部门', titleEn: 'View a department', permission: 'admin:sysDept:query' },
          { title: '新建部门', titleEn: 'Create departments', permission: 'admin:sysDept:add' },
          { title: '修改部门', titleEn: 'Change departments', permission: 'admin:sysDept:edit' },
          { title: '删除部门', titleEn: 'Delete departments', permission: 'admin:sysDept:remove' },
          { title: '导出部门', titleEn: 'Export departments', permission: 'admin:sysDept:export' },
        ],
      },
      {
        path: '/admin/sys-post',
        component: '/admin/sys-post/index',
        menuName: 'SysPostManage',
        title: '岗位管理',
        titleEn: 'Posts',
        icon: 'pass',
        permission: 'admin:sysPost:list',
        actions: [
          { title: '查看岗位', titleEn: 'View a post', permission: 'admin:sysPost:query' },
          { title: '新建岗位', titleEn: 'Create posts', permission: 'admin:sysPost:add' },
          { title: '修改岗位', titleEn: 'Change posts', permission: 'admin:sysPost:edit' },
          { title: '删除岗位', titleEn: 'Delete posts', permission: 'admin:sysPost:remove' },
          { title: '导出岗位', titleEn: 'Export posts', permission: 'admin:sysPost:export' },
        ],
      },
      {
        path: '/admin/sys-menu',
        component: '/admin/sys-menu/index',
        menuName: 'SysMenuManage',
        title: '菜单管理',
        titleEn: 'Menus',
        icon: 'tree-table',
        permission: 'admin:sysMenu:list',
        actions: [
          { title: '查看菜单', titleEn: 'View a menu entry', permission: 'admin:sysMenu:query' },
          { title: '新建菜单', titleEn: 'Create menu entries', permission: 'admin:sysMenu:add' },
          { title: '修改菜单', titleEn: 'Change menu entries', permission: 'admin:sysMenu:edit' },
          { title: '删除菜单', titleEn: 'Delete menu entries', permission: 'admin:sysMenu:remove' },
          { title: '导出菜单', titleEn: 'Export menu entries', permission: 'admin:sysMenu:export' },
        ],
      },
      {
        path: '/admin/dict',
        component: '/admin/dict/index',
        menuName: 'Dict',
        title: '字典管理',
        titleEn: 'Dictionaries',
        icon: 'education',
        permission: 'admin:sysDictType:list',
        actions: [
          { title: '查看字典类型', titleEn: 'View a dictionary', permission: 'admin:sysDictType:query' },
          { title: '新建字典类型', titleEn: 'Create dictionaries', permission: 'admin:sysDictType:add' },
          { title: '修改字典类型', titleEn: 'Change dictionaries', permission: 'admin:sysDictType:edit' },
          { title: '删除字典类型', titleEn: 'Delete dictionaries', permission: 'admin:sysDictType:remove' },
          { title: '导出字典类型', titleEn: 'Export dictionaries', permission: 'admin:sysDictType:export' },
          { title: '导入字典类型', titleEn: 'Import dictionaries', permission: 'admin:sysDictType:import' },
        ],
      },
      {
        path: '/admin/dict/data/:dictId',
        component: '/admin/dict/data',
        menuName: 'SysDictDataManage',
        title: '字典数据',
        titleEn: 'Dictionary data',
        icon: 'education',
        permission: 'admin:sysDictData:list',
        isHidden: true,
        activeMenu: '/admin/dict',
        actions: [
          { title: '查看字典数据', titleEn: 'View a dictionary entry', permission: 'admin:sysDictData:query' },
          { title: '新建字典数据', titleEn: 'Create dictionary entries', permission: 'admin:sysDictData:add' },
          { title: '修改字典数据', titleEn: 'Change dictionary entries', permission: 'admin:sysDictData:edit' },
          { title: '删除字典数据', titleEn: 'Delete dictionary entries', permission: 'admin:sysDictData:remove' },
          { title: '导出字典数据', titleEn: 'Export dictionary entries', permission: 'admin:sysDictData:export' },
          { title: '导入字典数据', titleEn: 'Import dictionary entries', permission: 'admin:sysDictData:import' },
        ],
      },
      {
        path: '/admin/sys-config',
        component: '/admin/sys-config/index',
        menuName: 'SysConfigManage',
        title: '参数管理',
        titleEn: 'Parameters',
        icon: 'swagger',
        permission: 'admin:sysConfig:list',
        actions: [
          { title: '查看参数', titleEn: 'View a parameter', permission: 'admin:sysConfig:query' },
          { title: '新建参数', titleEn: 'Create parameters', permission: 'admin:sysConfig:add' },
          { title: '修改参数', titleEn: 'Change parameters', permission: 'admin:sysConfig:edit' },
          { title: '删除参数', titleEn: 'Delete parameters', permission: 'admin:sysConfig:remove' },
          { title: '导出参数', titleEn: 'Export parameters', permission: 'admin:sysConfig:export' },
        ],
      },
      {
        path: '/admin/sys-config/set',
        component: '/admin/sys-config/set',
        menuName: 'SysConfigSet',
        title: '系统设置',
        titleEn: 'System settings',
        icon: 'system-tools',
        permission: 'admin:sysConfigSet:list',
        actions: [
          { title: '修改系统设置', titleEn: 'Change system settings', permission: 'admin:sysConfigSet:update' },
        ],
      },
    ],
  },
  {
    path: '/sys-tools',
    menuName: 'Tools',
    title: '系统运维',
    titleEn: 'Operation',
    icon: 'system-tools',
    pages: [
      {
        path: '/admin/sys-login-log',
        component: '/admin/sys-login-log/index',
        menuName: 'SysLoginLogManage',
        title: '登录日志',
        titleEn: 'Sign-in log',
        icon: 'logininfor',
        permission: 'admin:sysLoginLog:list',
        actions: [
          { title: '查看登录日志', titleEn: 'View an entry', permission: 'admin:sysLoginLog:query' },
          { title: '删除登录日志', titleEn: 'Delete entries', permission: 'admin:sysLoginLog:remove' },
          { title: '导出登录日志', titleEn: 'Export the log', permission: 'admin:sysLoginLog:export' },
        ],
      },
      {
        path: '/admin/sys-oper-log',
        component: '/admin/sys-oper-log/index',
        menuName: 'OperLog',
        title: '操作日志',
        titleEn: 'Operation log',
        icon: 'skill',
        permission: 'admin:sysOperLog:list',
        actions: [
          { title: '查看操作日志', titleEn: 'View an entry', permission: 'admin:sysOperLog:query' },
          { title: '删除操作日志', titleEn: 'Delete entries', permission: 'admin:sysOperLog:remove' },
          { title: '导出操作日志', titleEn: 'Export the log', permission: 'admin:sysOperLog:export' },
        ],
      },
      {
        path: '/schedule',
        component: '/schedule/index',
        menuName: 'ScheduleManage',
        title: '定时任务',
        titleEn: 'Scheduled jobs',
        icon: 'time-range',
        permission: 'job:sysJob:list',
        actions: [
          { title: '查看任务', titleEn: 'View a job', permission: 'job:sysJob:query' },
          { title: '新建任务', titleEn: 'Create jobs', permission: 'job:sysJob:add' },
          { title: '修改任务', titleEn: 'Change jobs', permission: 'job:sysJob:edit' },
          { title: '删除任务', titleEn: 'Delete jobs', permission: 'job:sysJob:remove' },
          { title: '启停和运行任务', titleEn: 'Start, stop and run jobs', permission: 'job:sysJob:start' },
          { title: '查看运行记录', titleEn: 'View runs', permission: 'job:sysJob:log' },
        ],
      },
      {
        path: '/sys-tools/monitor',
        component: '/sys-tools/monitor',
        menuName: 'ServerMonitor',
        title: '服务监控',
        titleEn: 'Server monitor',
        icon: 'druid',
        permission: 'sysTools:serverMonitor:list',
        actions: [],
      },
      {
        path: '/admin/sys-api',
        component: '/admin/sys-api/index',
        menuName: 'SysApiManage',
        title: '接口管理',
        titleEn: 'API',
        icon: 'api-doc',
        permission: 'admin:sysApi:list',
        actions: [
          { title: '查看接口', titleEn: 'View an API route', permission: 'admin:sysApi:query' },
          { title: '修改接口', titleEn: 'Change API titles', permission: 'admin:sysApi:edit' },
        ],
      },
      {
        path: '/admin/sys-trash',
        component: '/admin/sys-trash/index',
        menuName: 'SysTrashManage',
        title: '回收站',
        titleEn: 'Trash',
        icon: 'trash',
        permission: 'admin:sysTrash:list',
        actions: [{ title: '彻底删除', titleEn: 'Delete for good', permission: 'admin:sysTrash:remove' }],
      },
    ],
  },
]
