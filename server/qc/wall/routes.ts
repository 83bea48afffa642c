import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { BigScreen, BigScreenQuery } from '#shared/qc/wall'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { forDisplays } from './display-authenticate'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { scopeOf } from '../../access/department/data-scope'
import { bigScreenOf } from './queries'
import { productIdOf } from '../product/list'

export const qcBigScreenRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-bigscreen', 'All that the wall screen of a product line shows', BigScreen),
  refuses(codes.notFound),
  permit('qc:bigscreen:list'),
  validate('query', BigScreenQuery),
  async (c) => {
    const { store, now, operator } = c.var
    const productId = found(await productIdOf(store, c.req.valid('query').product))
    return ok(c, found(await bigScreenOf(store, productId, now, await scopeOf(store, operator))))
  },
)

/** The same for a screen on the wall: of its own product line, and what the creator of its link may see. */
export const displayBigScreen = forDisplays(async (c, { productId, scope }) =>
  ok(c, found(await bigScreenOf(c.var.store, productId, c.var.now, scope))),
)
