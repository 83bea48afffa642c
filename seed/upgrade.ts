import { and, eq, inArray } from 'drizzle-orm'
import type { PermissionTag } from '#shared/permissions'
import { settingKeys } from '#shared/access/settings-catalogue'
import type { Dialect, Writer } from '#server/platform/store/index'

/**
 * Fills columns that older versions left empty: the built-in mark of the product's settings, and the times of menu
 * entries. Unknown times become `now`.
 */
export async function fillGaps({ t: { configs, menus } }: Dialect, db: Writer, now: number) {
  await db
    .update(configs)
    .set({ configType: 'Y' })
    .where(and(inArray(configs.configKey, settingKeys), eq(configs.configType, 'N')))
  await db.update(menus).set({ createdAt: now }).where(eq(menus.createdAt, 0))
  await db.update(menus).set({ updatedAt: now }).where(eq(menus.updatedAt, 0))
}

/** Menu entries that shared an icon with another entry in older versions: the old and the new icon. */
const replacedIcons = [
  ['/caliper', 'chart', 'validCode'],
  ['/caliper/product', 'tree', 'build'],
  ['/caliper/lot', 'job', 'component'],
  ['/caliper/qr', 'validCode', 'qrcode'],
  ['/caliper/audit', 'log', 'audit'],
  ['/admin/sys-session', 'monitor', 'online'],
  ['/admin/dict', 'education', 'dict'],
  ['/admin/dict/data/:dictId', 'education', 'dict'],
  ['/sys-tools', 'system-tools', 'dev-tools'],
  ['/admin/sys-oper-log', 'skill', 'log'],
] as const

/** Gives each menu entry its own icon. An icon chosen by an administrator stays. */
export async function separateIcons({ t: { menus } }: Dialect, db: Writer) {
  for (const [path, before, icon] of replacedIcons) {
    await db
      .update(menus)
      .set({ icon })
      .where(and(eq(menus.path, path), eq(menus.icon, before)))
  }
}

/** Permissions with inbox items: signing, submitting, settling signals, managing equipment. */
const waitedFor: PermissionTag[] = [
  'qc:record:review',
  'qc:record:approve',
  'qc:record:submit',
  'qc:signal:acknowledge',
  'qc:signal:close',
  'qc:equipment:edit',
]

/** Grants the inbox to roles of older databases with such permissions. It lists nothing new to them. */
export async function grantInbox({ t: { menus, roleMenus } }: Dialect, db: Writer) {
  const tag: PermissionTag = 'qc:inbox:list'
  const [inbox] = await db.select({ menuId: menus.menuId }).from(menus).where(eq(menus.permission, tag))
  if (!inbox) return
  const holders = await db
    .selectDistinct({ roleId: roleMenus.roleId })
    .from(roleMenus)
    .innerJoin(menus, eq(menus.menuId, roleMenus.menuId))
    .where(inArray(menus.permission, waitedFor))
  if (holders.length === 0) return
  const rows = holders.map(({ roleId }) => ({ roleId, menuId: inbox.menuId }))
  await db.insert(roleMenus).values(rows).onConflictDoNothing()
}
