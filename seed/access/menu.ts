import type { MenuIconName } from '#shared/icons'
import type { PermissionTag } from '#shared/permissions'
import type { ViewName } from '#shared/views'

type Titles = { title: string; titleEn: string }

/** An action of a page, with its own permission. */
type ActionSeed = Titles & { permission: PermissionTag }

/** A drawing of this client. That of the trash is not among the icons that operators choose. */
type EntryIcon = MenuIconName | 'trash'

type PageSeed = Titles & {
  path: string
  component: ViewName
  /** Name of the route. */
  menuName: string
  icon: EntryIcon
  permission: PermissionTag
  /** The page opens from another page, whose menu entry is marked. */
  isHidden?: true
  activeMenu?: string
  actions: ActionSeed[]
}

/** A directory is visible if the operator may open one of its pages. */
type DirectorySeed = Titles & { path: string; menuName: string; icon: EntryIcon; pages: PageSeed[] }

/** The usual actions on the rows of a page: the last part of the permission, and the verb of the title. */
const verbs = {
  query: { title: '查看', titleEn: 'View' },
  add: { title: '新建', titleEn: 'Create' },
  edit: { title: '修改', titleEn: 'Change' },
  update: { title: '修改', titleEn: 'Change' },
  remove: { title: '删除', titleEn: 'Delete' },
  export: { title: '导出', titleEn: 'Export' },
  import: { title: '导入', titleEn: 'Import' },
} as const satisfies Record<string, Titles>
type Verb = keyof typeof verbs
type VerbOf<Stem extends string> = { [Name in Verb]: `${Stem}:${Name}` extends PermissionTag ? Name : never }[Verb]

const regular = ['query', 'add', 'edit', 'remove', 'export'] as const
const withImport = [...regular, 'import'] as const

/** Actions such as `Change users`; a `query` is about one row: `View a user`. */
const usual = <Stem extends string>(
  stem: Stem,
  [noun, many, one = many]: readonly [noun: string, many: string, one?: string],
  names: readonly VerbOf<Stem>[],
): ActionSeed[] =>
  names.map((name) => ({
    title: `${verbs[name].title}${noun}`,
    titleEn: `${verbs[name].titleEn} ${name === 'query' ? one : many}`,
    permission: `${stem}:${name}` as PermissionTag, // `VerbOf` has only existing ones
  }))

export const menu: DirectorySeed[] = [
  {
    path: '/caliper',
    menuName: 'Quality',
    title: '质量管理',
    titleEn: 'Quality',
    icon: 'validCode',
    pages: [
      {
        path: '/caliper/inbox',
        component: '/qc/inbox/index',
        menuName: 'QcInbox',
        title: '待办',
        titleEn: 'Inbox',
        icon: 'inbox',
        permission: 'qc:inbox:list',
        actions: [],
      },
      {
        path: '/caliper/qc',
        component: '/qc/template/index',
        menuName: 'QcTemplate',
        title: '质检模板',
        titleEn: 'Templates',
        icon: 'form',
        permission: 'qc:template:list',
        actions: [
          { title: '新建模板', titleEn: 'Create templates', permission: 'qc:template:add' },
          { title: '修改模板', titleEn: 'Change templates', permission: 'qc:template:edit' },
          { title: '发布模板', titleEn: 'Publish templates', permission: 'qc:template:publish' },
          { title: '停用模板', titleEn: 'Retire templates', permission: 'qc:template:retire' },
          { title: '导出模板', titleEn: 'Export templates', permission: 'qc:template:export' },
          { title: '导入模板', titleEn: 'Import templates', permission: 'qc:template:import' },
        ],
      },
      {
        path: '/caliper/qc/value-base',
        component: '/qc/value-base/index',
        menuName: 'QcValueBase',
        title: '质检记录',
        titleEn: 'Records',
        icon: 'documentation',
        permission: 'qc:record:list',
        actions: [
          { title: '新建记录', titleEn: 'Create records', permission: 'qc:record:add' },
          { title: '修改记录', titleEn: 'Change records', permission: 'qc:record:edit' },
          { title: '提交记录', titleEn: 'Submit records', permission: 'qc:record:submit' },
          { title: '复核记录', titleEn: 'Review records', permission: 'qc:record:review' },
          { title: '批准记录', titleEn: 'Approve records', permission: 'qc:record:approve' },
          { title: '驳回记录', titleEn: 'Reject records', permission: 'qc:record:reject' },
          { title: '退回修改', titleEn: 'Reopen records', permission: 'qc:record:reopen' },
          { title: '作废记录', titleEn: 'Void records', permission: 'qc:record:void' },
          { title: '导出记录', titleEn: 'Export records', permission: 'qc:record:export' },
          { title: '导入检测值', titleEn: 'Import values', permission: 'qc:record:import' },
        ],
      },
      {
        path: '/caliper/analy',
        component: '/qc/analysis/index',
        menuName: 'QcAnalysis',
        title: '质检分析',
        titleEn: 'Analysis',
        icon: 'dashboard',
        permission: 'qc:analysis:list',
        actions: [
          { title: '导出分析', titleEn: 'Export analyses', permission: 'qc:analysis:export' },
          { title: '查看控制限', titleEn: 'View control limits', permission: 'qc:limit:list' },
          { title: '冻结控制限', titleEn: 'Freeze control limits', permission: 'qc:limit:edit' },
          { title: '批注控制图', titleEn: 'Annotate charts', permission: 'qc:annotation:add' },
          { title: '删除他人批注', titleEn: 'Remove annotations of others', permission: 'qc:annotation:remove' },
        ],
      },
      {
        path: '/caliper/qc/signal',
        component: '/qc/signal/index',
        menuName: 'QcSignal',
        title: '异常信号',
        titleEn: 'Signals',
        icon: 'bell',
        permission: 'qc:signal:list',
        actions: [
          { title: '确认信号', titleEn: 'Acknowledge signals', permission: 'qc:signal:acknowledge' },
          { title: '关闭信号', titleEn: 'Close signals', permission: 'qc:signal:close' },
        ],
      },
      {
        path: '/caliper/bigscreen',
        component: '/qc/bigscreen/index',
        menuName: 'QcBigScreen',
        title: '车间大屏',
        titleEn: 'Wall screen',
        icon: 'monitor',
        permission: 'qc:bigscreen:list',
        actions: [{ title: '管理显示链接', titleEn: 'Manage display links', permission: 'qc:bigscreen:edit' }],
      },
      {
        path: '/caliper/product',
        component: '/qc/product/index',
        menuName: 'QcProduct',
        title: '产品线',
        titleEn: 'Product lines',
        icon: 'build',
        permission: 'qc:product:list',
        actions: usual('qc:product', ['产品线', 'product lines'], ['add', 'edit', 'remove']),
      },
      {
        path: '/caliper/equipment',
        component: '/qc/equipment/index',
        menuName: 'QcEquipment',
        title: '设备与量具',
        titleEn: 'Equipment',
        icon: 'skill',
        permission: 'qc:equipment:list',
        actions: [
          ...usual('qc:equipment', ['设备', 'equipment'], ['add', 'edit', 'remove']),
          { title: '查看仪器密钥', titleEn: 'View instrument keys', permission: 'qc:instrument:list' },
          { title: '新建仪器密钥', titleEn: 'Create instrument keys', permission: 'qc:instrument:add' },
          { title: '作废仪器密钥', titleEn: 'Revoke instrument keys', permission: 'qc:instrument:remove' },
        ],
      },
      {
        path: '/caliper/lot',
        component: '/qc/lot/index',
        menuName: 'QcLot',
        title: '批次',
        titleEn: 'Lots',
        icon: 'component',
        permission: 'qc:lot:list',
        actions: [
          ...usual('qc:lot', ['批次', 'lots'], ['add', 'edit', 'remove']),
          { title: '冻结批次', titleEn: 'Put lots on hold', permission: 'qc:lot:hold' },
          { title: '放行批次', titleEn: 'Release lots', permission: 'qc:lot:release' },
        ],
      },
      {
        path: '/caliper/qr',
        component: '/qc/qr/index',
        menuName: 'QcQr',
        title: '二维码标签',
        titleEn: 'QR labels',
        icon: 'qrcode',
        permission: 'qc:qr:list',
        actions: [
          { title: '打印标签', titleEn: 'Print labels', permission: 'qc:qr:print' },
          { title: '作废标签', titleEn: 'Revoke labels', permission: 'qc:qr:revoke' },
        ],
      },
      {
        path: '/caliper/audit',
        component: '/qc/audit/index',
        menuName: 'QcAudit',
        title: '质检审计',
        titleEn: 'QC audit',
        icon: 'audit',
        permission: 'qc:audit:list',
        actions: [
          { title: '核对审计链', titleEn: 'Verify the audit trail', permission: 'qc:audit:verify' },
          { title: '导出审计记录', titleEn: 'Export the audit trail', permission: 'qc:audit:export' },
          { title: '遮盖文字', titleEn: 'Redact texts', permission: 'qc:audit:redact' },
        ],
      },
      {
        path: '/caliper/qc/selfcheck',
        component: '/qc/selfcheck/index',
        menuName: 'QcSelfcheck',
        title: '统计自检',
        titleEn: 'Self-check',
        icon: 'education',
        permission: 'qc:selfcheck:list',
        actions: [],
      },
    ],
  },
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
          ...usual('admin:sysUser', ['用户', 'users', 'a user'], withImport),
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
          ...usual('admin:sysRole', ['角色', 'roles', 'a role'], ['query', 'add', 'update', 'remove', 'export']),
          { title: '与角色共享视图', titleEn: 'Share views with roles', permission: 'admin:sysView:share' },
        ],
      },
      {
        path: '/admin/sys-session',
        component: '/admin/sys-session/index',
        menuName: 'SysSessionManage',
        title: '在线会话',
        titleEn: 'Sessions',
        icon: 'online',
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
        actions: usual('admin:sysDept', ['部门', 'departments', 'a department'], regular),
      },
      {
        path: '/admin/sys-post',
        component: '/admin/sys-post/index',
        menuName: 'SysPostManage',
        title: '岗位管理',
        titleEn: 'Posts',
        icon: 'pass',
        permission: 'admin:sysPost:list',
        actions: usual('admin:sysPost', ['岗位', 'posts', 'a post'], regular),
      },
      {
        path: '/admin/sys-menu',
        component: '/admin/sys-menu/index',
        menuName: 'SysMenuManage',
        title: '菜单管理',
        titleEn: 'Menus',
        icon: 'tree-table',
        permission: 'admin:sysMenu:list',
        actions: usual('admin:sysMenu', ['菜单', 'menu entries', 'a menu entry'], regular),
      },
      {
        path: '/admin/dict',
        component: '/admin/dict/index',
        menuName: 'Dict',
        title: '字典管理',
        titleEn: 'Dictionaries',
        icon: 'dict',
        permission: 'admin:sysDictType:list',
        actions: usual('admin:sysDictType', ['字典类型', 'dictionaries', 'a dictionary'], withImport),
      },
      {
        path: '/admin/dict/data/:dictId',
        component: '/admin/dict/data',
        menuName: 'SysDictDataManage',
        title: '字典数据',
        titleEn: 'Dictionary data',
        icon: 'dict',
        permission: 'admin:sysDictData:list',
        isHidden: true,
        activeMenu: '/admin/dict',
        actions: usual('admin:sysDictData', ['字典数据', 'dictionary entries', 'a dictionary entry'], withImport),
      },
      {
        path: '/admin/sys-config',
        component: '/admin/sys-config/index',
        menuName: 'SysConfigManage',
        title: '参数管理',
        titleEn: 'Parameters',
        icon: 'swagger',
        permission: 'admin:sysConfig:list',
        actions: usual('admin:sysConfig', ['参数', 'parameters', 'a parameter'], regular),
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
      {
        path: '/admin/notification',
        component: '/qc/notification/index',
        menuName: 'QcNotificationRule',
        title: '通知规则',
        titleEn: 'Notifications',
        icon: 'message',
        permission: 'qc:notificationRule:list',
        actions: [
          ...usual('qc:notificationRule', ['通知规则', 'notification rules'], ['add', 'edit', 'remove']),
          { title: '测试通知', titleEn: 'Test notifications', permission: 'qc:notificationRule:test' },
        ],
      },
      {
        path: '/admin/notification/delivery',
        component: '/qc/notification/delivery',
        menuName: 'QcNotificationDelivery',
        title: '发送记录',
        titleEn: 'Deliveries',
        icon: 'send',
        permission: 'qc:notificationDelivery:list',
        actions: [{ title: '重新发送', titleEn: 'Send again', permission: 'qc:notificationDelivery:retry' }],
      },
    ],
  },
  {
    path: '/sys-tools',
    menuName: 'Tools',
    title: '系统运维',
    titleEn: 'Operation',
    icon: 'dev-tools',
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
        icon: 'log',
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
          ...usual('job:sysJob', ['任务', 'jobs', 'a job'], ['query', 'add', 'edit', 'remove']),
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
        actions: [
          { title: '读取运行指标', titleEn: 'Read the figures as a program', permission: 'sysTools:metrics:list' },
        ],
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
        path: '/admin/developer',
        component: '/admin/developer/index',
        menuName: 'Developer',
        title: '开发者',
        titleEn: 'Developers',
        icon: 'code',
        permission: 'admin:sysToken:list',
        actions: [
          { title: '新建服务令牌', titleEn: 'Create service tokens', permission: 'admin:sysToken:add' },
          { title: '作废访问令牌', titleEn: 'Revoke API tokens', permission: 'admin:sysToken:remove' },
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
