import { Hono } from 'hono'
import { z } from 'zod'
import {
  DefaultView,
  ListColumns,
  ListParam,
  ListViews,
  ShareRole,
  ViewChange,
  ViewInput,
  ViewShare,
} from '#shared/access/view'
import { IdParam, IdsBody } from '#shared/list/page'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { permit } from '../permission/permit'
import type { SessionEnv } from '../session/session-env'
import { listViews, shareRoles } from './queries'
import { createView, deleteViews, setDefaultView, setListColumns, shareView, updateView } from './write'

/** The saved views of lists: those of the operator, and those shared with a role of theirs. */
export const viewRoutes = new Hono<SessionEnv>()
  .get('/', answers('view', 'route.view.list', ListViews), validate('query', ListParam), async (c) => {
    const { store, operator } = c.var
    return ok(c, await listViews(store, c.req.valid('query').list, operator))
  })
  .get('/role', answers('view', 'route.view.roles', z.array(ShareRole)), permit('admin:sysView:share'), async (c) =>
    ok(c, await shareRoles(c.var.store)),
  )
  .put('/default', answers('view', 'route.view.setDefault'), validate('json', DefaultView), async (c) => {
    await setDefaultView(c.var.store, c.req.valid('json'), c.var.context)
    return ok(c, null, 'done.updated')
  })
  .put('/columns', answers('view', 'route.view.setColumns'), validate('json', ListColumns), async (c) => {
    await setListColumns(c.var.store, c.req.valid('json'), c.var.context)
    return ok(c, null, 'done.updated')
  })
  .post('/', answers('view', 'route.view.create', z.int()), validate('json', ViewInput), async (c) =>
    ok(c, await createView(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
  )
  .put(
    '/:id/role',
    answers('view', 'route.view.share', z.int()),
    permit('admin:sysView:share'),
    validate('param', IdParam),
    validate('json', ViewShare),
    async (c) => {
      const { id } = c.req.valid('param')
      return ok(c, await shareView(c.var.store, id, c.req.valid('json'), c.var.context), 'done.updated')
    },
  )
  .put(
    '/:id',
    answers('view', 'route.view.update', z.int()),
    validate('param', IdParam),
    validate('json', ViewChange),
    async (c) => {
      const { id } = c.req.valid('param')
      return ok(c, await updateView(c.var.store, id, c.req.valid('json'), c.var.context), 'done.updated')
    },
  )
  .delete('/', answers('view', 'route.view.remove', z.array(z.int())), validate('json', IdsBody), async (c) =>
    ok(c, await deleteViews(c.var.store, c.req.valid('json').ids, c.var.context), 'done.deleted'),
  )
