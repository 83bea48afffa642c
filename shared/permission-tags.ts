import { resources } from './resources'

type TagsOf<One> = One extends { tags: infer Tags } ? Tags[keyof Tags] : never
/** The regular actions on declared resources. */
type ResourceTag = TagsOf<(typeof resources)[number]>

const tagsOf = <const Subject extends string, const Action extends string>(subject: Subject, ...actions: Action[]) =>
  actions.map((action) => `${subject}:${action}` as const)

/**
 * Every permission that can be granted, declared once, as area:resource:action: those of the declarations, and here
 * what is not regular.
 *
 * Server routes check a tag, menu seeds contain it and client buttons require it. A tag that is not in this list does
 * not compile in any of the three.
 */
export const permissionTags = [
  ...resources.flatMap(({ tags }) => Object.values<ResourceTag>(tags)),
  ...tagsOf('admin:sysUser', 'resetPassword'),
  ...tagsOf('admin:sysView', 'share'),
  ...tagsOf('admin:sysConfigSet', 'list', 'update'),
  ...tagsOf('admin:sysSession', 'list', 'remove'),
  ...tagsOf('admin:sysToken', 'list', 'add', 'remove'),
  ...tagsOf('admin:sysLoginLog', 'list', 'query', 'remove', 'export'),
  ...tagsOf('admin:sysOperLog', 'list', 'query', 'remove', 'export'),
  ...tagsOf('admin:sysApi', 'list', 'query', 'edit'),
  ...tagsOf('admin:sysTrash', 'list', 'remove'),
  ...tagsOf('job:sysJob', 'start', 'log'),
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
  ...tagsOf('qc:instrument', 'list', 'add', 'remove'),
  ...tagsOf('qc:lot', 'hold', 'release'),
  ...tagsOf('qc:qr', 'list', 'print', 'revoke'),
  ...tagsOf('qc:analysis', 'list', 'export'),
  ...tagsOf('qc:limit', 'list', 'edit'),
  ...tagsOf('qc:annotation', 'add', 'remove'),
  ...tagsOf('qc:inbox', 'list'),
  ...tagsOf('qc:signal', 'list', 'acknowledge', 'close'),
  ...tagsOf('qc:bigscreen', 'list', 'edit'),
  ...tagsOf('qc:selfcheck', 'list'),
  ...tagsOf('qc:notificationRule', 'test'),
  ...tagsOf('qc:notificationDelivery', 'list', 'retry'),
  ...tagsOf('qc:audit', 'list', 'verify', 'export', 'redact'),
]

export type PermissionTag = (typeof permissionTags)[number]
