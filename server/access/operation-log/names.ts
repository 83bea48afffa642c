import { inArray } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { resources } from '#shared/resources'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { chunks } from '../../platform/chunks/chunk'

type Kind = 'department' | 'post' | 'role' | 'menu' | 'user' | 'product' | 'equipment' | 'lot'
type Named = { table: SQLiteTable; id: AnySQLiteColumn; name: AnySQLiteColumn }

const sources = ({ depts, posts, roles, menus, users, products, equipment, lots }: Tables): Record<Kind, Named> => ({
  department: { table: depts, id: depts.deptId, name: depts.deptName },
  post: { table: posts, id: posts.postId, name: posts.postName },
  role: { table: roles, id: roles.roleId, name: roles.roleName },
  menu: { table: menus, id: menus.menuId, name: menus.title },
  user: { table: users, id: users.userId, name: users.username },
  product: { table: products, id: products.productId, name: products.name },
  equipment: { table: equipment, id: equipment.equipmentId, name: equipment.name },
  lot: { table: lots, id: lots.lotId, name: lots.lotNo },
})

const kinds: Readonly<Record<string, Kind>> = {
  deptId: 'department',
  deptIds: 'department',
  postId: 'post',
  roleId: 'role',
  roleIds: 'role',
  menuIds: 'menu',
  createBy: 'user',
  productId: 'product',
  equipmentId: 'equipment',
  lotId: 'lot',
}
/** Fields with which a tree refers to its own kind. */
const ownFields: readonly string[] = ['parentId', 'order']
const ownKinds: Readonly<Record<string, Kind>> = { department: 'department', menu: 'menu', 'qc-equipment': 'equipment' }

/** The field with the id of the record itself, by resource. */
const ownIds: ReadonlyMap<string, string> = new Map(resources.map(({ name, id }) => [name, id]))

/** Field of the names in a side of a change. */
const NAMES = 'names'

type Fields = Record<string, unknown>

/**
 * Sides of changes of `resource` with `names` for the ids in them: the names of that moment, by field, and a list of
 * names for a list of ids. A deleted record appears as `#7`.
 */
export async function withNames(
  { t }: Dialect,
  db: Reader,
  resource: string,
  sides: readonly unknown[],
): Promise<unknown[]> {
  const idsByKind = new Map<Kind, Set<number>>()
  for (const side of sides) {
    for (const { kind, ids } of referencesIn(resource, side)) {
      idsByKind.set(kind, new Set([...(idsByKind.get(kind) ?? []), ...ids]))
    }
  }
  const names = new Map<string, string>()
  for (const [kind, ids] of idsByKind) {
    const { table, id, name } = sources(t)[kind]
    for (const chunk of chunks([...ids])) {
      const rows = await db.select({ id, name }).from(table).where(inArray(id, chunk))
      for (const row of rows) names.set(`${kind} ${Number(row.id)}`, String(row.name))
    }
  }
  return sides.map((side) => {
    const references = referencesIn(resource, side)
    if (references.length === 0 || !isFields(side)) return side
    const namesByField = references.map(({ field, kind, ids, isList }) => {
      const called = ids.map((id) => names.get(`${kind} ${id}`) ?? `#${id}`)
      return [field, isList ? called : called[0]]
    })
    return { ...side, [NAMES]: Object.fromEntries(namesByField) }
  })
}

type Reference = { field: string; kind: Kind; ids: number[]; isList: boolean }

function referencesIn(resource: string, side: unknown): Reference[] {
  if (!isFields(side) || NAMES in side) return []
  return Object.entries(side).flatMap(([field, value]) => {
    if (field === ownIds.get(resource)) return []
    const kind = ownFields.includes(field) ? ownKinds[resource] : Object.hasOwn(kinds, field) ? kinds[field] : undefined
    const ids = [value].flat().flatMap(idOf)
    return kind && ids.length > 0 ? [{ field, kind, ids, isList: Array.isArray(value) }] : []
  })
}

/** Filters of an export are text. 0 is the top of a tree. */
const idOf = (value: unknown): number[] => (/^[1-9]\d{0,8}$/.test(String(value)) ? [Number(value)] : [])

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
