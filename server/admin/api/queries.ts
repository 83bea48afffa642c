import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Locale } from '#shared/i18n/text'
import type { Order } from '#shared/list/list-query'
import type { ApiInput, ApiQuery, ApiRoute } from '#shared/admin/api'
import type { Page } from '#shared/list/page'
import type { AppEnv } from '../../platform/http/app-env'
import type { Store } from '../../platform/store'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { moduleTitle, routeTitle } from '../../access/operation-log/route-title'
import { unlessChanged } from '../../access/crud/seen'
import { statement } from '../../platform/list/statement'
import { endpointsOf } from './endpoints'

/** The routes of `app`, with the titles of the code. Call it after all routes are registered: they are read once. */
export function apiListOf(app: Hono<AppEnv>): () => ApiRoute[] {
  let list: ApiRoute[] | undefined
  return () => (list ??= readList(app))
}

const readList = (app: Hono<AppEnv>): ApiRoute[] =>
  endpointsOf(app)
    .filter(({ description }) => description.summary)
    .map(({ method, path, isPrivate, description }) => ({
      id: idOf(method, path),
      handle: description.resource ?? '',
      module: description.resource ?? '',
      title: description.summary ?? '',
      path,
      action: method,
      type: isPrivate ? 'BUS' : 'SYS',
      permissions: [...(description.permissions ?? [])],
    }))

/** 31 bits of a hash of method and path. A test checks that no two are equal. */
const idOf = (method: string, path: string) =>
  createHash('sha256').update(`${method} ${path}`).digest().readUInt32BE() >>> 1 || 1

const titles = statement(({ db, t }) => db.select().from(t.apiTitles))

/** `routes` with the titles set by operators, else the titles of the code in the reader's language. */
export async function withTitles(store: Store, routes: readonly ApiRoute[], locale: Locale): Promise<ApiRoute[]> {
  const given = new Map((await titles(store)).map(({ id, title }) => [id, title]))
  return routes.map((route) => {
    const { id, handle, title } = route
    return {
      ...route,
      title: given.get(id) ?? routeTitle(title, locale),
      module: moduleTitle(handle, locale),
    }
  })
}

/** The routes that match the filters, with their titles. */
export const listApi = async (
  store: Store,
  routes: readonly ApiRoute[],
  query: ApiQuery,
  locale: Locale,
): Promise<Page<ApiRoute>> => pageIn(await withTitles(store, routes, locale), query)

/** Sets the title of a route; an empty one restores that of the code. */
export const setApiTitle = (
  store: Store,
  route: ApiRoute,
  input: ApiInput,
  context: RequestContext,
  locale: Locale,
): Promise<number> =>
  store.tx(async (db) => {
    const { apiTitles } = store.t
    const { id } = route
    const [known] = await db.select().from(apiTitles).where(eq(apiTitles.id, id))
    const fields = { title: known?.title ?? routeTitle(route.title, locale) }
    const present = { fields, record: String(id), readBy: ['admin:sysApi:query'] } as const
    const { title } = await unlessChanged(store, db, context, input, present)
    if (title === undefined) return id
    const before = known?.title ?? route.title
    const after = title || route.title
    await db.delete(apiTitles).where(eq(apiTitles.id, id))
    if (after !== route.title) await db.insert(apiTitles).values({ id, title })
    const name = `${route.action} ${route.path}`
    const change = { before: { title: before }, after: { title: after } }
    await writeOperation(store, db, context, { action: 'update', record: String(id), name, ...change })
    return id
  })

/** A few hundred routes in memory: filtered, sorted and paged here. */
function pageIn(routes: readonly ApiRoute[], query: ApiQuery): Page<ApiRoute> {
  const { pageIndex, pageSize, orders, title = '', path = '', action, type } = query
  const hits = routes.filter(
    (route) =>
      (holds(route.title, title) || holds(route.module, title)) &&
      holds(route.path, path) &&
      (!action || route.action === action) &&
      (!type || route.type === type),
  )
  const settled: Order[] = [...orders, ['path', 'asc'], ['action', 'asc']]
  hits.sort((a, b) => settled.reduce((so, order) => so || compare(a, b, order), 0))
  const from = (pageIndex - 1) * pageSize
  return { count: hits.length, total: hits.length, pageIndex, pageSize, list: hits.slice(from, from + pageSize) }
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function compare(a: ApiRoute, b: ApiRoute, [field, direction]: Order) {
  const [first, second] = [a, b].map((route) => String(route[field as keyof ApiRoute])) // the query knows no other
  const so = first! < second! ? -1 : first! > second! ? 1 : 0
  return direction === 'asc' ? so : -so
}
