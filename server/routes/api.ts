import { Hono } from 'hono'
import { z } from 'zod'
import type { Order } from '#shared/list-query'
import { ApiInput, ApiQuery, ApiRoute } from '#shared/schemas/api'
import { IdParam, pageOf, type Page } from '#shared/schemas/page'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { setApiTitle, withTitles } from '../queries/api-title'

/** @param list the routes of the server, as the code calls them */
export const apiRoutes = (list: () => ApiRoute[]) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('api', 'List the routes of the server', pageOf(ApiRoute)),
      permit('admin:sysApi:list'),
      validate('query', ApiQuery),
      async (c) => {
        const routes = await withTitles(c.var.store, list())
        return ok(c, pageIn(routes, c.req.valid('query')))
      },
    )
    .get(
      '/:id',
      answers('api', 'One route of the server', ApiRoute),
      permit('admin:sysApi:query'),
      validate('param', IdParam),
      async (c) => {
        const { id } = c.req.valid('param')
        const routes = await withTitles(c.var.store, list())
        return ok(c, found(routes.find((route) => route.id === id)))
      },
    )
    .put(
      '/:id',
      answers('api', 'Give a route of the server a title', z.int()),
      permit('admin:sysApi:edit'),
      validate('param', IdParam),
      validate('json', ApiInput),
      async (c) => {
        const { id } = c.req.valid('param')
        const route = found(list().find((known) => known.id === id))
        return ok(c, await setApiTitle(c.var.store, route, c.req.valid('json'), c.var.act), 'done.updated')
      },
    )

/** They are a few hundred in memory: filtered, sorted and paged right here. */
function pageIn(routes: readonly ApiRoute[], query: ApiQuery): Page<ApiRoute> {
  const { pageIndex, pageSize, orders, title = '', path = '', action, type } = query
  const hits = routes.filter(
    (route) =>
      holds(route.title, title) &&
      holds(route.path, path) &&
      (!action || route.action === action) &&
      (!type || route.type === type),
  )
  const settled: Order[] = [...orders, ['path', 'asc'], ['action', 'asc']]
  hits.sort((a, b) => settled.reduce((so, order) => so || compare(a, b, order), 0))
  const from = (pageIndex - 1) * pageSize
  return { count: hits.length, pageIndex, pageSize, list: hits.slice(from, from + pageSize) }
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function compare(a: ApiRoute, b: ApiRoute, [field, direction]: Order) {
  const [first, second] = [a, b].map((route) => String(route[field as keyof ApiRoute])) // the query knows no other
  const so = first! < second! ? -1 : first! > second! ? 1 : 0
  return direction === 'asc' ? so : -so
}
