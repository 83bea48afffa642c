import { and, count, eq, sql, sum } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { statuses } from '#shared/constants'
import type { Store } from '../store'
import type { Access } from './access'
import { literal, statement } from './statement'

const DIGEST_LENGTH = 16

/**
 * The enabled roles of a user, each with the state of the menu: its entries are counted and the times of their last
 * change added up, since a change that began earlier may be committed later.
 */
const rolesAndMenu = statement(({ db, t, bind }) => {
  const { roles, userRoles, menus } = t
  const entries = db.select({ entries: count() }).from(menus)
  const changes = db.select({ changes: sum(menus.updatedAt) }).from(menus)
  return db
    .select({
      roleId: roles.roleId,
      dataScope: roles.dataScope,
      updatedAt: roles.updatedAt,
      entries: sql`(${entries})`.mapWith(Number),
      changes: sql`(${changes})`.mapWith(String),
    })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(eq(userRoles.userId, bind('userId')), eq(roles.status, literal(statuses.on))))
    .orderBy(roles.roleId)
})

/**
 * Short text that changes when somebody may see or do something else than before: their roles or what these grant, which
 * rows, the menu. The same as long as nothing of that changes.
 */
export async function accessStamp(
  store: Store,
  { userId, deptId }: { userId: number; deptId: number | null },
  { roles, permissions, roleIds }: Access,
): Promise<string> {
  const states = (await rolesAndMenu(store, { userId })).filter(({ roleId }) => roleIds.includes(roleId))
  const state = JSON.stringify([roles, permissions.toSorted(), deptId, states])
  return createHash('sha256').update(state).digest('base64url').slice(0, DIGEST_LENGTH)
}
