import { and, eq, inArray, ne } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses, type DataScope } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import type { Dialect, Writer } from '#server/platform/store/index'
import type { Once } from '../once'

type RoleSeed = {
  roleKey: string
  roleName: string
  roleNameEn: string
  remark: string
  remarkEn: string
  /** The data scope of its holders. Existing roles of older databases keep theirs. */
  dataScope: DataScope
  /**
   * Tags of pages, and of actions, which include their page. None for the administrator role, which has every
   * permission.
   */
  permissions: PermissionTag[]
}

type ActionOn<Stem extends string> = PermissionTag extends infer Tag
  ? Tag extends `${Stem}:${infer Action}`
    ? Action
    : never
  : never

const tags = <Stem extends string>(stem: Stem, ...actions: ActionOn<Stem>[]) =>
  actions.map((action) => `${stem}:${action}` as PermissionTag) // `ActionOn` has only existing ones

export const adminRole: RoleSeed = {
  roleKey: ADMIN_ROLE_KEY,
  roleName: '系统管理员',
  roleNameEn: 'System administrator',
  remark: '拥有全部权限',
  remarkEn: 'Has every permission',
  dataScope: '1',
  permissions: [],
}

/**
 * The roles of a quality department. None has `qc:audit:list`: the audit trail has no data scope, so it is only for
 * users who see all records.
 */
export const workingRoles: RoleSeed[] = [
  {
    roleKey: 'quality-engineer',
    roleName: '质量工程师',
    roleNameEn: 'Quality engineer',
    remark: '维护模板、产品线、设备、批次和检验所用的字典，管理记录',
    remarkEn: 'Maintains templates, product lines, equipment, lots and the dictionaries of inspection; manages records',
    dataScope: '4',
    permissions: [
      'admin:sysDept:query',
      'admin:sysPost:query',
      'admin:sysDictType:query',
      ...tags('admin:sysDictData', 'query', 'add', 'edit', 'export'),
      ...tags('qc:template', 'add', 'edit', 'publish', 'retire', 'export', 'import'),
      ...tags('qc:product', 'add', 'edit', 'remove'),
      ...tags('qc:equipment', 'add', 'edit', 'remove'),
      ...tags('qc:instrument', 'list', 'add', 'remove'),
      ...tags('qc:lot', 'add', 'edit', 'remove', 'hold', 'release'),
      ...tags('qc:record', 'add', 'edit', 'submit', 'reject', 'reopen', 'void', 'export', 'import'),
      ...tags('qc:qr', 'print', 'revoke'),
      'qc:analysis:export',
      ...tags('qc:limit', 'list', 'edit'),
      ...tags('qc:annotation', 'add', 'remove'),
      'qc:inbox:list',
      ...tags('qc:signal', 'acknowledge', 'close'),
      ...tags('qc:bigscreen', 'list', 'edit'),
      'qc:selfcheck:list',
    ],
  },
  {
    roleKey: 'inspector',
    roleName: '检验员',
    roleNameEn: 'Inspector',
    remark: '记录检测值',
    remarkEn: 'Records measurements',
    dataScope: '5',
    permissions: [
      ...tags('qc:record', 'add', 'edit', 'submit'),
      'qc:lot:hold',
      'qc:qr:print',
      'qc:analysis:list',
      'qc:annotation:add',
      'qc:inbox:list',
      'qc:signal:acknowledge',
    ],
  },
  {
    roleKey: 'reviewer',
    roleName: '复核员',
    roleNameEn: 'Reviewer',
    remark: '复核本部门及下级部门的记录',
    remarkEn: 'Reviews the records of the own department and those below it',
    dataScope: '4',
    permissions: [
      'qc:record:review',
      'qc:lot:hold',
      ...tags('qc:record', 'reject', 'export'),
      'qc:qr:print',
      'qc:analysis:export',
      'qc:limit:list',
      'qc:annotation:add',
      'qc:inbox:list',
      ...tags('qc:signal', 'acknowledge', 'close'),
      'qc:bigscreen:list',
    ],
  },
  {
    roleKey: 'approver',
    roleName: '批准人',
    roleNameEn: 'Approver',
    remark: '批准记录，维护角色，但不能删除',
    remarkEn: 'Approves records; maintains roles, without deleting them',
    dataScope: '4',
    permissions: [
      ...tags('admin:sysRole', 'query', 'add', 'update'),
      'qc:record:approve',
      ...tags('qc:lot', 'hold', 'release'),
      ...tags('qc:record', 'reject', 'reopen', 'void', 'export'),
      'qc:qr:print',
      'qc:analysis:export',
      'qc:limit:list',
      'qc:annotation:add',
      'qc:inbox:list',
      ...tags('qc:signal', 'acknowledge', 'close'),
      'qc:bigscreen:list',
    ],
  },
  {
    roleKey: 'viewer',
    roleName: '访客',
    roleNameEn: 'Guest',
    remark: '只能查看',
    remarkEn: 'Can only view',
    dataScope: '3',
    permissions: ['admin:sysRole:query', 'qc:template:list', 'qc:record:list', 'qc:analysis:list', 'qc:signal:list'],
  },
  {
    roleKey: 'display',
    roleName: '大屏',
    roleNameEn: 'Wall screen',
    remark: '车间大屏登录，只显示',
    remarkEn: 'Sign-in of a wall screen; display only',
    dataScope: '1',
    permissions: ['qc:bigscreen:list'],
  },
]

export async function seedRoles(store: Dialect, db: Writer, once: Once) {
  for (const [index, role] of [adminRole, ...workingRoles].entries()) {
    await once(`role ${role.roleKey}`, () => insertRole(store, db, role, { roleSort: index + 1, now: once.now }))
  }
  await once('role names in English', () => nameInEnglish(store, db))
}

/** The names of these roles in databases up to 0.2, if they differ from {@link workingRoles}. */
const formerly = [{ roleKey: 'approver', roleName: '审批人', remark: '审批记录，维护角色，但不能删除' }]

/** Sets English names in older databases, unless an operator has changed the Chinese text. */
async function nameInEnglish({ t: { roles } }: Dialect, db: Writer) {
  for (const { roleKey, roleNameEn, remarkEn, ...seeded } of [adminRole, ...workingRoles]) {
    const of = eq(roles.roleKey, roleKey)
    const versions = [seeded, ...formerly.filter((role) => role.roleKey === roleKey)]
    const names = versions.map(({ roleName }) => roleName)
    const remarks = versions.map(({ remark }) => remark)
    await db
      .update(roles)
      .set({ roleNameEn })
      .where(and(of, inArray(roles.roleName, names), eq(roles.roleNameEn, '')))
    await db
      .update(roles)
      .set({ remarkEn })
      .where(and(of, inArray(roles.remark, remarks), eq(roles.remarkEn, '')))
  }
}

async function insertRole(
  { t }: Dialect,
  db: Writer,
  { permissions, ...role }: RoleSeed,
  { roleSort, now }: { roleSort: number; now: number },
) {
  const [created] = await db
    .insert(t.roles)
    .values({ ...role, roleSort, status: statuses.on, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ roleId: t.roles.roleId })
  if (!created || permissions.length === 0) return
  const granted = await db
    .select()
    .from(t.menus)
    .where(and(inArray(t.menus.permission, permissions), ne(t.menus.menuType, 'M')))
  if (granted.length > 0)
    await db.insert(t.roleMenus).values(granted.map(({ menuId }) => ({ roleId: created.roleId, menuId })))
}
