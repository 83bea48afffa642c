import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed } from '#shared/permissions'
import {
  MAX_VIEWS,
  type DefaultView,
  type ListColumns,
  type ViewChange,
  type ViewInput,
  type ViewShare,
} from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { notFound, Refusal } from '../../platform/http/refusal'
import { storeFault } from '../../platform/store/fault'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { laterThan, unlessChanged } from '../crud/seen'
import { writeOperations } from '../operation-log/bulk'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { columnsOf, jsonOfColumns } from './queries'

/** @throws Refusal if the name is taken, or the list has too many views */
export const createView = (store: Store, { columns, ...fields }: ViewInput, context: RequestContext): Promise<number> =>
  named(fields.viewName, () =>
    store.tx(async (db) => {
      const { views } = store.t
      const { userId } = context.operator
      const [found] = await db
        .select({ hits: count() })
        .from(views)
        .where(and(eq(views.userId, userId), eq(views.list, fields.list)))
      if (found!.hits >= MAX_VIEWS) throw new Refusal(codes.conflict, 'view.tooMany', { count: MAX_VIEWS })
      const stamps = { createdAt: context.now, updatedAt: context.now }
      const row = { ...fields, userId, columns: jsonOfColumns(columns), ...stamps }
      const [made] = await db.insert(views).values(row).returning({ viewId: views.viewId })
      const { viewId } = made!
      await writeOperation(store, db, context, { ...entryOf({ ...fields, viewId }), action: 'create', after: fields })
      return viewId
    }),
  )

/**
 * Changes an own view. A shared view is read by the holders of its roles, so its filters are changed only with the
 * right to share views.
 */
export const updateView = (
  store: Store,
  viewId: number,
  change: ViewChange,
  context: RequestContext,
): Promise<number> =>
  named(change.viewName ?? '', () =>
    store.tx(async (db) => {
      const { views } = store.t
      const { columns: json, ...before } = await ownView(store, db, viewId, context)
      const present = {
        fields: { ...before, columns: columnsOf(json), updatedAt: new Date(before.updatedAt).toISOString() },
        record: String(viewId),
      }
      const { columns, ...fields } = await unlessChanged(store, db, context, change, present)
      const { search = before.search } = fields
      if (search !== before.search && !mayShare(context) && (await isShared(store, db, viewId))) {
        throw new Refusal(codes.forbidden, 'view.shared').at('search')
      }
      await db
        .update(views)
        .set({
          ...fields,
          ...(columns !== undefined && { columns: jsonOfColumns(columns) }),
          updatedAt: laterThan(views.updatedAt, context.now),
        })
        .where(eq(views.viewId, viewId))
      const entry = { ...entryOf({ ...before, ...fields }), action: 'update' } as const
      await writeOperation(store, db, context, { ...entry, ...changesOf(before, fields) })
      return viewId
    }),
  )

/** Deletes own views, all of `ids` or none. Users with one of them as default get the next default. */
export const deleteViews = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { views } = store.t
    const unique = [...new Set(ids)]
    const rows = await db
      .select()
      .from(views)
      .where(and(inArray(views.viewId, unique), eq(views.userId, context.operator.userId)))
    if (rows.length < unique.length) throw notFound()
    await db.delete(views).where(inArray(views.viewId, unique))
    const entries = rows.map((row) => ({
      record: row.viewId,
      name: row.viewName,
      before: { list: row.list, search: row.search },
    }))
    await writeOperations(store, db, context, 'delete', entries)
    return unique
  })

/** Shares an own view with exactly these roles. A role has at most one default view per list: the last one set. */
export const shareView = (store: Store, viewId: number, { roles: asked }: ViewShare, context: RequestContext) =>
  store.tx(async (db) => {
    const { views, viewRoles, roles } = store.t
    const view = await ownView(store, db, viewId, context)
    const shares = new Map(asked.map((share) => [share.roleId, share]))
    const roleIds = [...shares.keys()]
    const enabled = await db
      .select({ roleId: roles.roleId })
      .from(roles)
      .where(and(inArray(roles.roleId, roleIds), eq(roles.status, statuses.on)))
    const had = await db.select().from(viewRoles).where(eq(viewRoles.viewId, viewId))
    const isKept = (roleId: number) => had.some((share) => share.roleId === roleId)
    const isThere = (roleId: number) => isKept(roleId) || enabled.some((role) => role.roleId === roleId)
    if (!roleIds.every(isThere)) throw new Refusal(codes.conflict, 'view.noRole').at('roles')
    const defaults = [...shares.values()].filter(({ isDefault }) => isDefault).map(({ roleId }) => roleId)
    const othersOfList = db
      .select({ viewId: views.viewId })
      .from(views)
      .where(and(eq(views.list, view.list), ne(views.viewId, viewId)))
    await db
      .update(viewRoles)
      .set({ isDefault: false })
      .where(and(inArray(viewRoles.roleId, defaults), inArray(viewRoles.viewId, othersOfList)))
    await db.delete(viewRoles).where(eq(viewRoles.viewId, viewId))
    if (shares.size > 0) await db.insert(viewRoles).values([...shares.values()].map((share) => ({ ...share, viewId })))
    const before = { roleIds: had.map(({ roleId }) => roleId) }
    await writeOperation(store, db, context, { ...entryOf(view), action: 'grant', before, after: { roleIds } })
    return viewId
  })

/**
 * Sets the default view of a list: an own view or one shared with the operator, 0 for the built-in one, null for that
 * of a role.
 */
export const setDefaultView = (store: Store, { list, viewId }: DefaultView, context: RequestContext) =>
  store.tx(async (db) => {
    const { viewDefaults } = store.t
    const { userId } = context.operator
    const view = viewId ? await visibleView(store, db, viewId, list, context) : undefined
    if (viewId === null) {
      await db.delete(viewDefaults).where(and(eq(viewDefaults.userId, userId), eq(viewDefaults.list, list)))
    } else {
      const chosen = { viewId: viewId || null }
      await db
        .insert(viewDefaults)
        .values({ userId, list, ...chosen })
        .onConflictDoUpdate({ target: [viewDefaults.userId, viewDefaults.list], set: chosen })
    }
    const entry = view ? entryOf(view) : { name: list }
    await writeOperation(store, db, context, { ...entry, action: 'update', after: { list } })
  })

/** Stores the operator's arrangement of the columns of a list, which has no entry in the operation log. */
export const setListColumns = (store: Store, { list, columns }: ListColumns, context: RequestContext) =>
  store.tx(async (db) => {
    const { listColumns } = store.t
    const { userId } = context.operator
    context.isWritten = true
    if (columns === null) {
      await db.delete(listColumns).where(and(eq(listColumns.userId, userId), eq(listColumns.list, list)))
      return
    }
    const kept = { columns: jsonOfColumns(columns) }
    await db
      .insert(listColumns)
      .values({ userId, list, ...kept })
      .onConflictDoUpdate({ target: [listColumns.userId, listColumns.list], set: kept })
  })

const mayShare = ({ operator }: RequestContext) => isAllowed(operator.permissions, ['admin:sysView:share'])

async function ownView({ t: { views } }: Dialect, db: Reader, viewId: number, { operator }: RequestContext) {
  const [view] = await db
    .select()
    .from(views)
    .where(and(eq(views.viewId, viewId), eq(views.userId, operator.userId)))
  if (!view) throw notFound()
  return view
}

async function visibleView(store: Dialect, db: Reader, viewId: number, list: ListName, { operator }: RequestContext) {
  const { views, viewRoles } = store.t
  const [view] = await db
    .select()
    .from(views)
    .where(and(eq(views.viewId, viewId), eq(views.list, list)))
  if (!view) throw notFound()
  if (view.userId === operator.userId) return view
  const shares = await db
    .select({ roleId: viewRoles.roleId })
    .from(viewRoles)
    .where(and(eq(viewRoles.viewId, viewId), inArray(viewRoles.roleId, operator.roleIds)))
  if (shares.length === 0) throw notFound()
  return view
}

async function isShared({ t: { viewRoles } }: Dialect, db: Writer, viewId: number) {
  const shares = await db
    .select({ roleId: viewRoles.roleId })
    .from(viewRoles)
    .where(eq(viewRoles.viewId, viewId))
    .limit(1)
  return shares.length > 0
}

/** The names of a user's views of a list are unique in any letter case. @throws Refusal 409 */
async function named<Result>(viewName: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (storeFault(error) !== 'duplicate') throw error
    throw new Refusal(codes.conflict, 'view.nameTaken', { viewName }).at('viewName')
  }
}

/** A view's name in the operation log. */
const entryOf = ({ viewId, viewName }: { viewId: number; viewName: string }) => ({
  record: String(viewId),
  name: viewName,
})
