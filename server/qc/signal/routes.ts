import { Hono, type Context } from 'hono'
import { codes } from '#shared/envelope'
import { pageOf } from '#shared/list/page'
import { Signal, SignalAck, SignalBell, SignalClose, SignalIdParam, SignalQuery } from '#shared/qc/signal'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses, refusesStale } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { acknowledgeSignal, closeSignal } from './queries'
import { byLineClock } from '../product/line-clock'
import { getSignal, listSignals, signalBell } from './list'

/** A signal as whoever asks may see it. */
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
