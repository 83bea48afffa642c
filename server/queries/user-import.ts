import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { UserRow } from '#shared/schemas/user'
import { Refusal } from '../refusal'
import { isCommonPassword } from '../security/common-passwords'
import { eachRow, type RowFault, type SheetRow } from '../sheets/rows'
import type { Reader, Store, Writer } from '../store'
import type { Act } from './operation'
import { addUser } from './user-input'
import type { Keeper } from './user-rights'

type ImportWork = { act: Act; keeper: Keeper; hashes: ReadonlyMap<string, string>; minPasswordLength: number }

/** Names in a sheet may be separated by any of these. */
const separators = /[,，、;；]/

/**
 * Adds the users of a sheet as an operator adds one.
 * @param hashes of the passwords in the sheet; in a dry run there are none
 */
export async function importUsers(
  store: Store,
  db: Writer,
  rows: SheetRow<UserRow>[],
  { act, keeper, hashes, minPasswordLength }: ImportWork,
): Promise<RowFault[]> {
  const known = await readNames(store, db)
  return eachRow(rows, async ({ value }) => {
    const { dept, post, roles, password, ...given } = value
    if (password !== undefined && password.length < minPasswordLength) {
      throw new Refusal(codes.badRequest, 'password.shorterThan', { min: minPasswordLength }).at('password')
    }
    if (password !== undefined && (await isCommonPassword(password))) {
      throw new Refusal(codes.badRequest, 'password.common').at('password')
    }
    const input = {
      ...given,
      deptId: dept === undefined ? null : departmentOf(known, dept),
      postId: post === undefined ? null : postOf(known, post),
      roleIds: roles === undefined ? [] : rolesOf(known, roles),
    }
    try {
      await addUser(store, db, keeper, input, password === undefined ? undefined : hashes.get(password), act.now)
    } catch (error) {
      if (error instanceof Refusal && error.field) error.at(columnOf[error.field] ?? error.field)
      throw error
    }
  })
}

/** What the sheet calls what an input names by ids. */
const columnOf: Record<string, string> = { deptId: 'dept', postId: 'post', roleIds: 'roles' }

type Named = { id: number; names: string[]; status: Status }
type Names = { departments: Named[]; posts: Named[]; roles: Named[] }

/** What departments, posts and roles are called, read once a sheet. */
async function readNames({ t }: Store, db: Reader): Promise<Names> {
  const departments = await db.select().from(t.depts)
  const posts = await db.select().from(t.posts)
  const roles = await db.select().from(t.roles)
  const nameOf = new Map(departments.map(({ deptId, deptName }) => [String(deptId), plain(deptName)]))
  /** All ways to write where it stands, the longest first: from the top, or from any department on the way. */
  function waysTo(path: string) {
    const way = path.split('/').flatMap((id) => nameOf.get(id) ?? [])
    return way.map((_, from) => way.slice(from).join('/'))
  }
  return {
    departments: departments.map(({ deptId, deptPath, status }) => {
      return { id: deptId, names: waysTo(deptPath), status }
    }),
    posts: posts.map(({ postId, postName, postCode, status }) => {
      return { id: postId, names: [plain(postName), plain(postCode)], status }
    }),
    roles: roles.map(({ roleId, roleName, roleKey, status }) => {
      return { id: roleId, names: [plain(roleName), plain(roleKey)], status }
    }),
  }
}

const plain = (name: string) => name.trim().toLowerCase()

/** Those of a name; an enabled one goes before those that are not. */
function called(all: Named[], name: string): Named[] {
  const found = all.filter(({ names }) => names.includes(plain(name)))
  const enabled = found.filter(({ status }) => status === statuses.on)
  return enabled.length > 0 ? enabled : found
}

function departmentOf({ departments }: Names, text: string): number {
  const path = text.split('/').map(plain).filter(Boolean).join('/')
  const found = called(departments, path)
  const top = found.find(({ names }) => names[0] === path)
  if (top) return top.id
  if (found.length > 1) throw new Refusal(codes.badRequest, 'user.severalDepts').at('dept')
  if (!found[0]) throw new Refusal(codes.badRequest, 'user.badDept').at('dept')
  return found[0].id
}

function postOf({ posts }: Names, text: string): number {
  const [found] = called(posts, text)
  if (!found) throw new Refusal(codes.badRequest, 'user.badPost').at('post')
  return found.id
}

function rolesOf({ roles }: Names, text: string): number[] {
  const names = text
    .split(separators)
    .map((name) => name.trim())
    .filter(Boolean)
  const found = names.map((name) => ({ name, role: called(roles, name)[0] }))
  const unknown = found.filter(({ role }) => !role).map(({ name }) => name)
  if (unknown.length > 0) {
    throw new Refusal(codes.badRequest, 'user.badRoles', { names: unknown.join(', ') }).at('roles')
  }
  return [...new Set(found.flatMap(({ role }) => role?.id ?? []))]
}
