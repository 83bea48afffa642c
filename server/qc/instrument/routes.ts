import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { Instrument, InstrumentCreated, InstrumentIdParam, InstrumentInput } from '#shared/qc/instrument'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { issueInstrument, listInstruments, revokeInstrument } from './queries'

/** Keys by which instruments and gateways send measurements. */
export const qcInstrumentRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-instrument', 'List instrument keys, revoked ones included', z.array(Instrument)),
    permit('qc:instrument:list'),
    async (c) => ok(c, await listInstruments(c.var.store, c.var.operator, c.var.now)),
  )
  .post(
    '/',
    answers('qc-instrument', 'Make an instrument key; it is told this once', InstrumentCreated),
    permit('qc:instrument:add'),
    validate('json', InstrumentInput),
    async (c) => ok(c, await issueInstrument(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
  )
  .delete(
    '/:instrumentId',
    answers('qc-instrument', 'Revoke an instrument key', z.int()),
    refuses(codes.conflict),
    permit('qc:instrument:remove'),
    validate('param', InstrumentIdParam),
    async (c) => {
      const { instrumentId } = c.req.valid('param')
      return ok(c, await revokeInstrument(c.var.store, instrumentId, c.var.context), 'done.updated')
    },
  )
