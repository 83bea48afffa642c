import { Hono } from 'hono'
import { z } from 'zod'
import { ApiInput, ApiQuery, ApiRoute } from '#shared/admin/api'
import { IdParam, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { listApi, setApiTitle, withTitles } from './queries'

/** @param list the routes of the server, with the titles of the code */
export const apiRoutes = (list: () => ApiRoute[]) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('api', 'route.api.list', pageOf(ApiRoute)),
      permit('admin:sysApi:list'),
      validate('query', ApiQuery),
      async (c) => ok(c, await listApi(c.var.store, list(), c.req.valid('query'), c.var.locale)),
    )
    .get(
      '/:id',
      answers('api', 'route.api.get', ApiRoute),
      permit('admin:sysApi:query'),
      validate('param', IdParam),
      async (c) => {
        const { id } = c.req.valid('param')
        const routes = await withTitles(c.var.store, list(), c.var.locale)
        return ok(c, found(routes.find((route) => route.id === id)))
      },
    )
    .put(
      '/:id',
      answers('api', 'route.api.update', z.int()),
      permit('admin:sysApi:edit'),
      validate('param', IdParam),
      validate('json', ApiInput),
      async (c) => {
        const { id } = c.req.valid('param')
        const route = found(list().find((known) => known.id === id))
        return ok(
          c,
          await setApiTitle(c.var.store, route, c.req.valid('json'), c.var.context, c.var.locale),
          'done.updated',
        )
      },
    )
