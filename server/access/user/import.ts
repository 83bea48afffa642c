import { inArray } from 'drizzle-orm'
import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isPasswordUnlikeName } from '#shared/access/password'
import type { UserRow } from '#shared/access/user'
import { Refusal } from '../../platform/http/refusal'
import { isCommonPassword } from '../../platform/security/common-passwords'
import { usernameKey } from '../../platform/security/username'
import { eachRow, inOrder, refuseSame, type RowFault, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { isInScope, refuseOutsideScope, scopeIn } from '../department/data-scope'
import { idsOf } from '../department/path'
import type { RequestContext } from '../operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { nameReserved, reservedAmong } from './reserved-name'
import { refuseRolesBeyondOwn, type Manager } from './rights'

/** Names in a sheet may be separated by any of these. */
const separators = /[,，、;；]/

/** The faults of the passwords of a sheet. */
export const judgePasswords = (rows: readonly SheetRow<Partial<UserRow>>[], minLength: number): Promise<RowFault[]> =>
  eachRow(rows, async ({ value: { username, password } }) => {
    if (password === undefined) return
    if (username !== undefined && !isPasswordUnlikeName({ username, password })) {
      throw new Refusal(codes.badRequest, 'password.likeName').at('password')
    }
    if (password.length < minLength) {
      throw new Refusal(codes.badRequest, 'password.shorterThan', { min: minLength }).at('password')
    }
    if (await isCommonPassword(password)) throw new Refusal(codes.badRequest, 'password.common').at('password')
  })

type Planned = {
  context: RequestContext
  hashes: ReadonlyMap<string, string>
  unsound: SheetRow<Partial<UserRow>>[]
}

/**
 * Checks the users of a sheet against the data, like a single new user.
 * @param hashes of the passwords in the sheet; needed to save
 * @param unsound the valid cells of rows that are never saved
 */
export async function planUsers(
  store: Dialect,
  db: Reader,
  rows: SheetRow<UserRow>[],
  { context, hashes, unsound }: Planned,
) {
  const { operator } = context
  const manager = { operator, scope: await scopeIn(store, db, operator) }
  const names = await readNames(store, db)
  const all = inOrder<Partial<UserRow>>(rows, unsound)
  const taken = await takenNames(store, db, all)
  const keys = all.flatMap(({ value: { username } }) => (username === undefined ? [] : usernameKey(username)))
  const reserved = await reservedAmong(store, db, keys)
  const refuseRole = givenOnce(store, db, manager)
  const stamps = { createBy: operator.userId, createdAt: context.now, updatedAt: context.now }
  /** The rows of this sheet, by their names. */
  const rowOf = new Map<string, number>()
  const places = new Map<number, Place>()
  const faults = await eachRow(all, async ({ row, value: { username, dept, post, roles } }, attempt) => {
    await attempt(() => {
      if (username === undefined) return
      const key = usernameKey(username)
      if (taken.has(key)) throw new Refusal(codes.conflict, 'user.accountTaken').at('username')
      if (reserved.has(key)) throw nameReserved()
      refuseSame(rowOf.get(key), 'username')
      rowOf.set(key, row)
    })
    const deptId = await attempt(() => {
      const id = dept === undefined ? null : departmentOf(names, dept)
      if (id !== null) refuseOutsideScope(manager.scope, [id], 'dept')
      // Nobody makes a user that they would not see afterwards.
      if (isInScope(manager.scope, { deptId: id, createBy: stamps.createBy })) return id
      throw new Refusal(codes.badRequest, 'user.deptNeeded').at('dept')
    })
    const postId = await attempt(() => (post === undefined ? null : postOf(names, post)))
    const roleIds = await attempt(async () => {
      const ids = roles === undefined ? [] : rolesOf(names, roles)
      for (const roleId of ids) await refuseRole(roleId, deptId ?? null)
      return ids
    })
    places.set(row, { deptId: deptId ?? null, postId: postId ?? null, roleIds: roleIds ?? [] })
  })

  function newUserOf({ row, value }: SheetRow<UserRow>): NewUser {
    const { dept: _dept, post: _post, roles: _roles, password, ...fields } = value
    const { deptId, postId, roleIds } = places.get(row)!
    const hash = password === undefined ? undefined : hashes.get(password)
    const key = usernameKey(fields.username)
    const user = { ...fields, ...stamps, usernameKey: key, deptId, postId, mustChangePassword: hash !== undefined }
    return { row: user, roleIds, hash }
  }

  return { faults, save: (writer: Writer) => addUsers(store, writer, rows.map(newUserOf)) }
}

type Place = { deptId: number | null; postId: number | null; roleIds: number[] }
type NewUser = { row: Store['t']['users']['$inferInsert']; roleIds: number[]; hash: string | undefined }

/** Returns their ids. */
async function addUsers({ t: { users, credentials, userRoles } }: Dialect, db: Writer, newUsers: NewUser[]) {
  const ids = new Map<string, number>()
  for (const chunk of chunks(newUsers)) {
    const saved = await db
      .insert(users)
      .values(chunk.map(({ row }) => row))
      .returning({ userId: users.userId, key: users.usernameKey })
    for (const { userId, key } of saved) ids.set(key, userId)
  }
  const idOf = ({ row }: NewUser) => ids.get(row.usernameKey)!
  const passwords = newUsers.flatMap((user) =>
    user.hash === undefined ? [] : { userId: idOf(user), passwordHash: user.hash, changedAt: user.row.createdAt },
  )
  for (const chunk of chunks(passwords)) await db.insert(credentials).values(chunk)
  const grants = newUsers.flatMap((user) => user.roleIds.map((roleId) => ({ userId: idOf(user), roleId })))
  for (const chunk of chunks(grants)) await db.insert(userRoles).values(chunk)
  return newUsers.map(idOf)
}

/** The names in a sheet that are taken, in their comparable form. */
async function takenNames({ t: { users } }: Dialect, db: Reader, rows: readonly SheetRow<Partial<UserRow>>[]) {
  const taken = new Set<string>()
  for (const chunk of chunks(rows)) {
    const keys = chunk.flatMap(({ value: { username } }) => (username === undefined ? [] : usernameKey(username)))
    const found = await db.select({ key: users.usernameKey }).from(users).where(inArray(users.usernameKey, keys))
    for (const { key } of found) taken.add(key)
  }
  return taken
}

/** Checks if a role may be given in a department, once for each pair. */
function givenOnce(store: Dialect, db: Reader, manager: Manager) {
  const answers = new Map<string, Promise<void>>()
  return async function refuseRole(roleId: number, deptId: number | null) {
    const key = `${roleId} ${deptId}`
    const answer = answers.get(key) ?? refuseRolesBeyondOwn(store, db, manager, [roleId], { roleIds: [roleId], deptId })
    answers.set(key, answer)
    try {
      await answer
    } catch (error) {
      throw error instanceof Refusal ? error.at('roles') : error
    }
  }
}

/** The things to choose from, by each of their names, in plain spelling. */
type Names = { departments: Map<string, Named[]>; posts: Map<string, Named[]>; roles: Map<string, Named[]> }
type Named = { id: number; names: string[]; status: Status }

/** Reads the names of departments, posts and roles, once per sheet. */
async function readNames({ t }: Dialect, db: Reader): Promise<Names> {
  const departments = await db.select().from(t.depts)
  const posts = await db.select().from(t.posts)
  const roles = await db.select().from(t.roles)
  const nameOf = new Map(departments.map(({ deptId, deptName }) => [deptId, plain(deptName)]))
  const nameEnOf = new Map(
    departments.map(({ deptId, deptName, deptNameEn }) => [deptId, plain(deptNameEn || deptName)]),
  )
  /**
   * All spellings of its path, the longest first: from the top, or from any department on the way; each in either
   * language.
   */
  function waysTo(path: string) {
    const ways = [nameOf, nameEnOf].map((names) => idsOf(path).flatMap((id) => names.get(id) ?? []))
    const spelled = ways[0]!.flatMap((_, from) => ways.map((way) => way.slice(from).join('/')))
    return [...spelled, ...spelled.map(loose)]
  }
  return {
    departments: byName(
      departments.map(({ deptId, deptPath, status }) => ({ id: deptId, names: waysTo(deptPath), status })),
    ),
    posts: byName(
      posts.map(({ postId, postName, postNameEn, postCode, status }) => {
        return { id: postId, names: [postName, postCode, postNameEn].filter(Boolean), status }
      }),
    ),
    roles: byName(
      roles.map(({ roleId, roleName, roleNameEn, roleKey, status }) => {
        return { id: roleId, names: [roleName, roleKey, roleNameEn].filter(Boolean), status }
      }),
    ),
  }
}

const plain = (name: string) => name.trim().toLowerCase()

function byName(all: Named[]): Map<string, Named[]> {
  const enabled = all.filter(({ status }) => status === statuses.on)
  const pairs = enabled.flatMap((item) => [...new Set(item.names.map(plain))].map((name) => ({ name, item })))
  const grouped = Map.groupBy(pairs, ({ name }) => name)
  return new Map([...grouped].map(([name, pairs]) => [name, pairs.map(({ item }) => item)]))
}

/** Prefers the exported spelling. Otherwise blanks around slashes do not matter; names may contain slashes too. */
function departmentOf({ departments }: Names, text: string): number {
  const [exact, path] = [plain(text), loose(text)]
  const found = departments.get(exact) ?? departments.get(path) ?? []
  const exactly = found.filter((one) => fromTopOf(one).includes(exact))
  const fromTop = exactly.length > 0 ? exactly : found.filter((one) => fromTopOf(one).map(loose).includes(path))
  const [only, another] = fromTop.length > 0 ? fromTop : found
  if (another) throw new Refusal(codes.badRequest, 'user.severalDepts').at('dept')
  if (!only) throw new Refusal(codes.badRequest, 'user.badDept').at('dept')
  return only.id
}

/** The path of a department from the top, in each language. */
const fromTopOf = ({ names }: Named) => names.slice(0, 2)

const loose = (path: string) => path.split('/').map(plain).filter(Boolean).join('/')

function postOf({ posts }: Names, text: string): number {
  const [found, another] = posts.get(plain(text)) ?? []
  if (another) throw new Refusal(codes.badRequest, 'user.severalPosts').at('post')
  if (!found) throw new Refusal(codes.badRequest, 'user.badPost').at('post')
  return found.id
}

function rolesOf({ roles }: Names, text: string): number[] {
  const names = text
    .split(separators)
    .map((name) => name.trim())
    .filter(Boolean)
  const found = names.map((name) => ({ name, called: roles.get(plain(name)) ?? [] }))
  const named = (isWrong: (roles: Named[]) => boolean) =>
    found
      .filter(({ called }) => isWrong(called))
      .map(({ name }) => name)
      .join(', ')
  const [unknown, several] = [named(({ length }) => length === 0), named(({ length }) => length > 1)]
  if (unknown) throw new Refusal(codes.badRequest, 'user.badRoles', { names: unknown }).at('roles')
  if (several) throw new Refusal(codes.badRequest, 'user.severalRoles', { names: several }).at('roles')
  return [...new Set(found.flatMap(({ called }) => called.map(({ id }) => id)))]
}
