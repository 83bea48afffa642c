import { inArray } from 'drizzle-orm'
import type { TrashKind } from '#shared/resources'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import { holdsAll } from '../session/access'
import { refuseTagsBeyondOwn, tagsIn, type MenuRow } from '../menu/fit'
import { restorableDepartments } from './departments'
import { contentOf, rowsOf } from './queries'
import { roleParts } from '../role/write'
import { userParts } from '../user/write'
import { areRolesBeyondOwn, type Manager } from '../user/rights'

/** A deleted record, with its rows as read by {@link contentOf}. */
type DeletedRecord = { kind: TrashKind; recordId: number; content: ReturnType<typeof contentOf> }

/**
 * A final deletion prevents others from restoring, so it needs the same rights as restoring: nobody removes a role, a
 * user or a menu entry that grants more than they hold, or a record that is beyond their data scope.
 * @param trashIds records that the operator sees
 * @throws Refusal 403; 404 for a department
 */
export async function refusePurgeBeyondOwn(store: Dialect, db: Reader, trashIds: readonly number[], manager: Manager) {
  const { trash, menus } = store.t
  const entries = await db
    .select({ trashId: trash.trashId, kind: trash.kind, recordId: trash.recordId, content: trash.content })
    .from(trash)
    .where(inArray(trash.trashId, [...trashIds]))
  const all = await db.select().from(menus)
  const { operator, scope } = manager
  const departments = scope && (await restorableDepartments(store, db, operator, scope))
  for (const { trashId, content, ...entry } of entries) {
    const record = { ...entry, content: contentOf(content) }
    if (record.kind === 'role') refuseRoleBeyondOwn(store, record, all, manager)
    else if (record.kind === 'user') await refuseUserBeyondOwn(store, db, record, manager)
    else if (record.kind === 'dept' && departments && !departments.includes(trashId)) throw notFound()
    else if (record.kind === 'menu') refuseMenuBeyondOwn(record, all, manager)
  }
}

function refuseRoleBeyondOwn({ t }: Dialect, record: DeletedRecord, menus: MenuRow[], { operator, scope }: Manager) {
  const [role] = record.content[0] ?? []
  const menuIds = rowsOf(record.content, roleParts(t), t.roleMenus).map((row) => Number(row['menuId']))
  const granting = { roleKey: String(role?.['roleKey']), tags: tagsIn(menus, menuIds) }
  if (!holdsAll(operator, granting)) throw new Refusal(codes.forbidden, 'trash.roleBeyondOwn')
  const chosen = rowsOf(record.content, roleParts(t), t.roleDepts).map((row) => Number(row['deptId']))
  const isAll = role?.['dataScope'] === '1'
  if (scope && (isAll || chosen.some((id) => !scope.deptIds.includes(id)))) {
    throw new Refusal(codes.forbidden, 'role.scopeBeyondOwn')
  }
}

async function refuseUserBeyondOwn(store: Dialect, db: Reader, record: DeletedRecord, manager: Manager) {
  const { t } = store
  const deptId = record.content[0]?.[0]?.['deptId']
  const roleIds = rowsOf(record.content, userParts(t), t.userRoles).map((row) => Number(row['roleId']))
  const holder = { roleIds, deptId: typeof deptId === 'number' ? deptId : null }
  if (await areRolesBeyondOwn(store, db, manager, roleIds, holder)) throw new Refusal(codes.forbidden, 'user.beyondOwn')
}

function refuseMenuBeyondOwn({ recordId, content }: DeletedRecord, menus: MenuRow[], { operator }: Manager) {
  const own = (content[0] ?? []) as MenuRow[] // as it was selected from that table
  refuseTagsBeyondOwn(operator, tagsIn([...menus, ...own], [recordId]))
}
