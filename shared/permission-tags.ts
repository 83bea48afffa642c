const tagsOf = <const Subject extends string, const Action extends string>(subject: Subject, ...actions: Action[]) =>
  actions.map((action) => `${subject}:${action}` as const)

/**
 * Every permission that can be granted, declared once, as area:resource:action.
 *
 * Server routes check a tag, menu seeds contain it and client buttons require it. A tag that is not in this list does
 * not compile in any of the three.
 */
export const permissionTags = [
  ...tagsOf('admin:sysUser', 'list', 'query', 'add', 'edit', 'remove', 'resetPassword', 'export', 'import'),
  ...tagsOf('admin:sysRole', 'list', 'query', 'add', 'update', 'remove', 'export'),
  ...tagsOf('admin:sysView', 'share'),
  ...tagsOf('admin:sysMenu', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  ...tagsOf('admin:sysDept', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  ...tagsOf('admin:sysPost', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  ...tagsOf('admin:sysDictType', 'list', 'query', 'add', 'edit', 'remove', 'export', 'import'),
  ...tagsOf('admin:sysDictData', 'list', 'query', 'add', 'edit', 'remove', 'export', 'import'),
  ...tagsOf('admin:sysConfig', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  ...tagsOf('admin:sysConfigSet', 'list', 'update'),
  ...tagsOf('admin:sysSession', 'list', 'remove'),
  ...tagsOf('admin:sysToken', 'list', 'add', 'remove'),
  ...tagsOf('admin:sysLoginLog', 'list', 'query', 'remove', 'export'),
  ...tagsOf('admin:sysOperLog', 'list', 'query', 'remove', 'export'),
  ...tagsOf('admin:sysApi', 'list', 'query', 'edit'),
  ...tagsOf('admin:sysTrash', 'list', 'remove'),
  ...tagsOf('job:sysJob', 'list', 'query', 'add', 'edit', 'remove', 'start', 'log'),
  ...tagsOf('sysTools:serverMonitor', 'list'),
  ...tagsOf('sysTools:metrics', 'list'),
  ...tagsOf('qc:template', 'list', 'add', 'edit', 'publish', 'retire', 'export', 'import'),
  ...tagsOf(
    'qc:record',
    'list',
    'add',
    'edit',
    'submit',
    'review',
    'approve',
    'reject',
    'reopen',
    'void',
    'export',
    'import',
  ),
  ...tagsOf('qc:product', 'list', 'add', 'edit', 'remove'),
  ...tagsOf('qc:equipment', 'list', 'add', 'edit', 'remove'),
  ...tagsOf('qc:instrument', 'list', 'add', 'remove'),
  ...tagsOf('qc:lot', 'list', 'add', 'edit', 'remove', 'hold', 'release'),
  ...tagsOf('qc:qr', 'list', 'print', 'revoke'),
  ...tagsOf('qc:analysis', 'list', 'export'),
  ...tagsOf('qc:limit', 'list', 'edit'),
  ...tagsOf('qc:annotation', 'add', 'remove'),
  ...tagsOf('qc:inbox', 'list'),
  ...tagsOf('qc:signal', 'list', 'acknowledge', 'close'),
  ...tagsOf('qc:bigscreen', 'list', 'edit'),
  ...tagsOf('qc:selfcheck', 'list'),
  ...tagsOf('qc:notificationRule', 'list', 'add', 'edit', 'remove', 'test'),
  ...tagsOf('qc:notificationDelivery', 'list', 'retry'),
  ...tagsOf('qc:audit', 'list', 'verify', 'export', 'redact'),
]

export type PermissionTag = (typeof permissionTags)[number]
