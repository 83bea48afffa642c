import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { pageOf } from '#shared/list/page'
import {
  Exclusion,
  ExclusionInput,
  ExclusionKey,
  ExclusionQuery,
  LimitEstimate,
  LimitEstimateQuery,
  LimitSet,
  LimitSetChange,
  LimitSetIdParam,
  LimitSetInput,
  LimitSetQuery,
} from '#shared/qc/limit'
import { z } from '#shared/zod'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { exclude, getExclusion, include, listExclusions } from './exclusion'
import { changeLimitSet, createLimitSet } from './queries'
import { previewLimits } from './estimate'
import { getLimitSet, listLimitSets } from './list'

export const qcLimitRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-limit', 'route.qcLimit.list', pageOf(LimitSet)),
    permit('qc:limit:list'),
    validate('query', LimitSetQuery),
    async (c) => ok(c, await listLimitSets(c.var.store, c.req.valid('query'))),
  )
  .get(
    '/estimate',
    answers('qc-limit', 'route.qcLimit.estimate', LimitEstimate),
    permit('qc:limit:edit'),
    validate('query', LimitEstimateQuery),
    async (c) => ok(c, await previewLimits(c.var.store, c.req.valid('query'))),
  )
  .post(
    '/',
    answers('qc-limit', 'route.qcLimit.freeze', LimitSet),
    refuses(codes.conflict),
    permit('qc:limit:edit'),
    validate('json', LimitSetInput),
    async (c) => {
      const id = await createLimitSet(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, found(await getLimitSet(c.var.store, id)), 'done.created')
    },
  )
  .put(
    '/:limitSetId',
    answers('qc-limit', 'route.qcLimit.update', LimitSet),
    refuses(codes.conflict),
    permit('qc:limit:edit'),
    validate('param', LimitSetIdParam),
    validate('json', LimitSetChange),
    async (c) => {
      const { limitSetId } = c.req.valid('param')
      await changeLimitSet(c.var.store, limitSetId, c.req.valid('json'), c.var.context)
      return ok(c, found(await getLimitSet(c.var.store, limitSetId)), 'done.updated')
    },
  )

export const qcExclusionRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-limit', 'route.qcLimit.exclusions', pageOf(Exclusion)),
    permit('qc:analysis:list'),
    validate('query', ExclusionQuery),
    async (c) => ok(c, await listExclusions(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .post(
    '/',
    answers('qc-limit', 'route.qcLimit.exclude', Exclusion),
    refuses(codes.notFound, codes.conflict),
    permit('qc:limit:edit'),
    validate('json', ExclusionInput),
    async (c) => {
      const id = await exclude(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, found(await getExclusion(c.var.store, id)), 'done.created')
    },
  )
  .delete(
    '/',
    answers('qc-limit', 'route.qcLimit.include', z.null()),
    refuses(codes.notFound),
    permit('qc:limit:edit'),
    validate('json', ExclusionKey),
    async (c) => {
      await include(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, null, 'done.deleted')
    },
  )
