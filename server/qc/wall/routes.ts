import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { BigScreen, BigScreenQuery, Display, DisplayCreated, DisplayIdParam, DisplayInput } from '#shared/qc/wall'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { scopeOf } from '../../access/department/data-scope'
import { productIdOf } from '../product/list'
import { forDisplays, issueDisplay, listDisplays, revokeDisplay } from './display'
import { bigScreenOf } from './queries'

export const qcBigScreenRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-bigscreen', 'route.qcBigscreen.get', BigScreen),
  refuses(codes.notFound),
  permit('qc:bigscreen:list'),
  validate('query', BigScreenQuery),
  async (c) => {
    const { store, now, operator } = c.var
    const productId = found(await productIdOf(store, c.req.valid('query').product))
    return ok(c, found(await bigScreenOf(store, productId, now, await scopeOf(store, operator))))
  },
)

/** The wall for a display: its own product line, in the data scope of the creator of its link. */
export const displayBigScreen = forDisplays(async (c, { productId, scope }) =>
  ok(c, found(await bigScreenOf(c.var.store, productId, c.var.now, scope))),
)

/** Wall screens that show a product line without a sign-in. */
export const qcDisplayRoutes = new Hono<SessionEnv>()
  .get('/', answers('qc-display', 'route.qcDisplay.list', z.array(Display)), permit('qc:bigscreen:edit'), async (c) =>
    ok(c, await listDisplays(c.var.store, c.var.now)),
  )
  .post(
    '/',
    answers('qc-display', 'route.qcDisplay.create', DisplayCreated),
    permit('qc:bigscreen:edit'),
    validate('json', DisplayInput),
    async (c) => {
      const display = await issueDisplay(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, display, 'done.created')
    },
  )
  .delete(
    '/:displayId',
    answers('qc-display', 'route.qcDisplay.revoke', z.int()),
    refuses(codes.conflict),
    permit('qc:bigscreen:edit'),
    validate('param', DisplayIdParam),
    async (c) => {
      const displayId = await revokeDisplay(c.var.store, c.req.valid('param').displayId, c.var.context)
      return ok(c, displayId, 'done.updated')
    },
  )
