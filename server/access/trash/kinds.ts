import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TrashKind } from '#shared/constants'
import type { Tables } from '../../tables'

/** Rows that are found by the id of their record. */
type Rows = { table: SQLiteTable; of: AnySQLiteColumn }
/**
 * Links to something else: where that has gone meanwhile, they do not come back; nor where it was changed later than the
 * record was deleted, if `changedAt` tells so: then it was saved without the link.
 */
export type Link = { by: AnySQLiteColumn; to: AnySQLiteColumn; in: SQLiteTable; changedAt?: AnySQLiteColumn }

/** What a record consists of: its own row, then those that hang on it. */
type Parts = { own: Rows; hanging: (Rows & { link?: Link })[] }

export function partsOfKind(t: Tables): Record<TrashKind, Parts> {
  const toRole = { to: t.roles.roleId, in: t.roles }
  const toSameRole = { ...toRole, changedAt: t.roles.updatedAt }
  const toMenu = { to: t.menus.menuId, in: t.menus }
  const toDept = { to: t.depts.deptId, in: t.depts }
  const { roleMenus, roleDepts, userRoles } = t
  return {
    role: {
      own: { table: t.roles, of: t.roles.roleId },
      hanging: [
        { table: roleMenus, of: roleMenus.roleId, link: { by: roleMenus.menuId, ...toMenu } },
        { table: roleDepts, of: roleDepts.roleId, link: { by: roleDepts.deptId, ...toDept } },
      ],
    },
    user: {
      own: { table: t.users, of: t.users.userId },
      hanging: [
        { table: t.credentials, of: t.credentials.userId },
        { table: userRoles, of: userRoles.userId, link: { by: userRoles.roleId, ...toRole } },
        { table: t.bindings, of: t.bindings.userId },
        { table: t.files, of: t.files.ownerId },
      ],
    },
    dept: {
      own: { table: t.depts, of: t.depts.deptId },
      hanging: [{ table: roleDepts, of: roleDepts.deptId, link: { by: roleDepts.roleId, ...toSameRole } }],
    },
    post: { own: { table: t.posts, of: t.posts.postId }, hanging: [] },
    menu: {
      own: { table: t.menus, of: t.menus.menuId },
      hanging: [{ table: roleMenus, of: roleMenus.menuId, link: { by: roleMenus.roleId, ...toSameRole } }],
    },
    dictType: { own: { table: t.dictTypes, of: t.dictTypes.id }, hanging: [] },
    dictData: { own: { table: t.dictData, of: t.dictData.dictCode }, hanging: [] },
    config: { own: { table: t.configs, of: t.configs.configId }, hanging: [] },
    job: { own: { table: t.jobs, of: t.jobs.jobId }, hanging: [] },
    qcProduct: {
      own: { table: t.products, of: t.products.productId },
      hanging: [{ table: t.shifts, of: t.shifts.productId }],
    },
    qcEquipment: { own: { table: t.equipment, of: t.equipment.equipmentId }, hanging: [] },
    qcLot: { own: { table: t.lots, of: t.lots.lotId }, hanging: [] },
  }
}
