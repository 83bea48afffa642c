import { Hono, type Context } from 'hono'
import { codes } from '#shared/envelope'
import { pageOf } from '#shared/list/page'
import { Assignee, AssigneeQuery, AssignmentInput } from '#shared/qc/assignment'
import { Signal, SignalAck, SignalBell, SignalClose, SignalIdParam, SignalQuery } from '#shared/qc/signal'
import { z } from '#shared/zod'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses, refusesStale } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { assign, assigneesFor } from '../assignment/queries'
import { acknowledgeSignal, closeSignal } from './queries'
import { byLineClock } from '../product/line-clock'
import { getSignal, listSignals, signalBell } from './list'

/** A signal within the caller's scope. */
const signalOf = async ({ var: { store, operator } }: Context<SessionEnv>, signalId: number) =>
  found(await getSignal(store, signalId, operator))

export const qcSignalRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-signal', 'route.qcSignal.list', pageOf(Signal)),
    permit('qc:signal:list'),
    validate('query', SignalQuery),
    async (c) => ok(c, await listSignals(c.var.store, await byLineClock(c, c.req.valid('query')), c.var.operator)),
  )
  .get('/bell', answers('qc-signal', 'route.qcSignal.bell', SignalBell), permit('qc:signal:list'), async (c) =>
    ok(c, await signalBell(c.var.store, c.var.operator)),
  )
  .get(
    '/:signalId',
    answers('qc-signal', 'route.qcSignal.get', Signal),
    refuses(codes.notFound),
    permit('qc:signal:list'),
    validate('param', SignalIdParam),
    async (c) => ok(c, await signalOf(c, c.req.valid('param').signalId)),
  )
  .post(
    '/:signalId/ack',
    answers('qc-signal', 'route.qcSignal.acknowledge', Signal),
    refuses(codes.notFound),
    refusesStale(Signal),
    permit('qc:signal:acknowledge'),
    validate('param', SignalIdParam),
    validate('json', SignalAck),
    async (c) => {
      const { signalId } = c.req.valid('param')
      await acknowledgeSignal(c.var.store, signalId, c.req.valid('json'), c.var.context)
      return ok(c, await signalOf(c, signalId), 'done.updated')
    },
  )
  .post(
    '/:signalId/close',
    answers('qc-signal', 'route.qcSignal.close', Signal),
    refuses(codes.notFound),
    refusesStale(Signal),
    permit('qc:signal:close'),
    validate('param', SignalIdParam),
    validate('json', SignalClose),
    async (c) => {
      const { signalId } = c.req.valid('param')
      await closeSignal(c.var.store, signalId, c.req.valid('json'), c.var.context)
      return ok(c, await signalOf(c, signalId), 'done.updated')
    },
  )
  .put(
    '/:signalId/assignment',
    answers('qc-signal', 'route.qcSignal.assign', Signal),
    refuses(codes.notFound, codes.conflict),
    permit('qc:signal:acknowledge', 'qc:signal:close'),
    validate('param', SignalIdParam),
    validate('json', AssignmentInput),
    async (c) => {
      const { signalId: entityId } = c.req.valid('param')
      await assign(c.var.store, { entity: 'signal', entityId }, c.req.valid('json'), c.var.context)
      return ok(c, await signalOf(c, entityId), 'done.updated')
    },
  )
  .get(
    '/:signalId/assignee',
    answers('qc-signal', 'route.qcSignal.assignees', z.array(Assignee)),
    refuses(codes.notFound),
    permit('qc:signal:acknowledge', 'qc:signal:close'),
    validate('param', SignalIdParam),
    validate('query', AssigneeQuery),
    async (c) => {
      const { signalId: entityId } = c.req.valid('param')
      const { store, operator } = c.var
      return ok(c, await assigneesFor(store, { entity: 'signal', entityId }, c.req.valid('query'), operator))
    },
  )
