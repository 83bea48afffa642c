import { eq, getTableColumns, inArray } from 'drizzle-orm'
import { user } from '#shared/access/user-resource'
import { isAllowed } from '#shared/permissions'
import type { Group, Page } from '#shared/list/page'
import type { User, UserDetail, UserQuery } from '#shared/access/user'
import type { Store } from '../../platform/store'
import { getBinding } from '../wecom/binding'
import { inScope, isInScope, scopeOf, type Scope } from '../department/data-scope'
import { inDepartment } from '../department/path'
import { declaredList } from '../../platform/list/declared'
import { contains, listing, type Unpaged } from '../../platform/list/listing'
import type { RequestContext } from '../operation-log/write'
import type { Operator } from '../session/queries'
import { oneRow, statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

const selected = ({ db, t }: Store) =>
  db
    .select({
      ...getTableColumns(t.users),
      deptName: t.depts.deptName,
      deptNameEn: t.depts.deptNameEn,
      postName: t.posts.postName,
      postNameEn: t.posts.postNameEn,
    })
    .from(t.users)
    .leftJoin(t.depts, eq(t.depts.deptId, t.users.deptId))
    .leftJoin(t.posts, eq(t.posts.postId, t.users.postId))

type ScopedQuery = UserQuery & { scope?: Scope | undefined; names?: string | undefined }

const page = listing<ScopedQuery>()((store) => {
  const { db, t } = store
  const { users, userRoles } = t
  const declared = declaredList(user, { ...users, roleId: userRoles.roleId }, store)
  return {
    rows: () => selected(store).$dynamic(),
    counted: users,
    key: users.userId,
    filters: {
      ...declared.filters,
      names: contains(users.username, users.nickName),
      deptId: inDepartment(users.deptId),
      roleId: {
        where: (_, bound) =>
          inArray(users.userId, db.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, bound))),
      },
      scope: inScope({ department: users.deptId, creator: users.createBy, self: users.userId }),
    },
    groups: declared.groups,
    orders: { ...declared.orders, username: users.usernameKey },
    defaultOrder: [users.userId],
  }
})

const heldByMany = statement((store) => {
  const { db, t, bind } = store
  return db
    .select({
      userId: t.userRoles.userId,
      roleId: t.roles.roleId,
      roleName: t.roles.roleName,
      roleNameEn: t.roles.roleNameEn,
    })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(store.among(t.userRoles.userId, bind('users'), 'ids'))
    .orderBy(t.roles.roleSort, t.roles.roleId)
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]
type Held = Awaited<ReturnType<typeof heldByMany>>

/** The roles of some users, in the display order of roles. */
async function rolesByUser(store: Store, ids: number[]): Promise<Map<number, Held>> {
  const held = await heldByMany(store, { users: JSON.stringify({ ids }) })
  return Map.groupBy(held, ({ userId }) => userId)
}

/** The right to read one user includes phone and e-mail of all listed users (S39). */
export const maySeeContacts = ({ permissions }: Operator) => isAllowed(permissions, ['admin:sysUser:query'])

async function usersOf(store: Store, rows: Row[], operator: Operator): Promise<User[]> {
  const roles = await rolesByUser(
    store,
    rows.map(({ userId }) => userId),
  )
  const hasContacts = maySeeContacts(operator)
  return rows.map((row) => userOf(row, roles.get(row.userId) ?? [], hasContacts))
}

function userOf(row: Row, roles: Held, hasContacts: boolean): User {
  const { userId, username, nickName, sex, avatar, deptId, postId, status, remark } = row
  const roleIds = roles.map(({ roleId }) => roleId)
  return {
    userId,
    username,
    nickName,
    phone: hasContacts ? row.phone : '',
    email: hasContacts ? row.email : '',
    sex,
    avatar,
    deptId,
    postId,
    roleId: roleIds[0] ?? null,
    roleIds,
    roleNames: roles.map(({ roleName }) => roleName),
    roleNamesEn: roles.map(({ roleName, roleNameEn }) => roleNameEn || roleName),
    status,
    remark,
    ...stampsOf(row),
    dept: { deptId, deptName: row.deptName ?? '', deptNameEn: row.deptNameEn ?? '' },
    post: { postId, postName: row.postName ?? '', postNameEn: row.postNameEn ?? '' },
  }
}

/** The query within the operator's scope, and without filters that would reveal phone numbers. */
async function within<Query extends Partial<ScopedQuery>>(store: Store, query: Query, operator: Operator) {
  const withoutPhones = { phone: undefined, keyword: undefined, names: query.keyword }
  return { ...query, ...(!maySeeContacts(operator) && withoutPhones), scope: await scopeOf(store, operator) }
}

/** The users in the operator's data scope. */
export async function listUsers(store: Store, query: UserQuery, { operator }: RequestContext): Promise<Page<User>> {
  const found = await page(store, await within(store, query, operator))
  return { ...found, list: await usersOf(store, found.list, operator) }
}

/** The number of these users, by the values of a field. */
export const userGroups = async (
  store: Store,
  query: Unpaged<UserQuery>,
  by: string,
  { operator }: RequestContext,
): Promise<Group[]> => page.groups(store, await within(store, query, operator), by)

/** All of these users that match the filter, for a sheet. */
export async function* userBatches(store: Store, query: Unpaged<UserQuery>, { operator }: RequestContext) {
  for await (const rows of page.batches(store, await within(store, query, operator))) {
    yield await usersOf(store, rows, operator)
  }
}

const byId = oneRow((store) => selected(store).where(eq(store.t.users.userId, store.bind('userId'))))

/**
 * One user in the operator's data scope.
 * @param corpId the company in WeCom, if it is set up
 */
export async function getUserDetail(
  store: Store,
  userId: number,
  operator: Operator,
  corpId: string | undefined,
): Promise<UserDetail | undefined> {
  const row = await byId(store, { userId })
  if (!row || !isInScope(await scopeOf(store, operator), row)) return undefined
  const [user] = await usersOf(store, [row], operator)
  const binding = corpId === undefined ? undefined : await getBinding(store, corpId, userId)
  return user && { ...user, memberId: binding?.memberId ?? null }
}
