import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import {
  Instrument,
  InstrumentCreated,
  InstrumentIdParam,
  InstrumentInput,
  MAX_MEASUREMENTS,
  Measurement,
  MeasurementResults,
  Measurements,
  type MeasurementResult,
} from '#shared/qc/instrument'
import type { Locale } from '#shared/i18n/text'
import { z } from '#shared/zod'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses, described, refusesWith } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit, permitAll } from '../../access/permission/permit'
import { validate, InvalidInput } from '../../platform/http/validate'
import { fewAtOnce } from '../../access/session/few-at-once'
import { presentRights } from '../../access/session/present-rights'
import { operations } from '../../access/operation-log/middleware'
import { renderMessage } from '../../platform/message'
import { Refusal } from '../../platform/http/refusal'
import { instrumentTags, issueInstrument, listInstruments, revokeInstrument } from './queries'
import { byInstrument, type InstrumentEnv } from './authenticate'
import { takeMeasurements, type StoredMeasurement } from './measurement'

/** Keys with which instruments and gateways send measurements. */
export const qcInstrumentRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-instrument', 'route.qcInstrument.list', z.array(Instrument)),
    permit('qc:instrument:list'),
    async (c) => ok(c, await listInstruments(c.var.store, c.var.operator, c.var.now)),
  )
  .post(
    '/',
    answers('qc-instrument', 'route.qcInstrument.create', InstrumentCreated),
    permit('qc:instrument:add'),
    validate('json', InstrumentInput),
    async (c) => ok(c, await issueInstrument(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
  )
  .delete(
    '/:instrumentId',
    answers('qc-instrument', 'route.qcInstrument.revoke', z.int()),
    refuses(codes.conflict),
    permit('qc:instrument:remove'),
    validate('param', InstrumentIdParam),
    async (c) => {
      const { instrumentId } = c.req.valid('param')
      return ok(c, await revokeInstrument(c.var.store, instrumentId, c.var.context), 'done.updated')
    },
  )

/** Concurrent requests of one account's gateways, and the number that may wait: gateways can send again. */
const AT_ONCE = 2
const WAITING = 20

const LIST = 'qcInstrument.listExpected'
/** Rows are checked one by one, so that a bad row does not block the others. The document has the schema of a row. */
const rows = described(
  { inputs: [{ target: 'json', schema: Measurements }], refuses: [codes.badRequest, codes.tooLarge, codes.wrongType] },
  validate('json', z.array(z.unknown(), LIST).min(1, LIST).max(MAX_MEASUREMENTS, LIST)),
)

/** Measurements from instruments and gateways, with their own keys. */
export const qcMeasurementRoutes = () =>
  new Hono<InstrumentEnv>().post(
    '/',
    answers('qc-measurement', 'route.qcMeasurement.take', MeasurementResults),
    refusesWith(MeasurementResults, codes.tooMany),
    byInstrument(),
    operations(),
    permitAll(...instrumentTags),
    fewAtOnce(AT_ONCE, { mostWaiting: WAITING }),
    presentRights,
    rows,
    async (c) => {
      const { store, context, instrument, locale, settings } = c.var
      const parsed = c.req.valid('json').map((row) => ({ row, ...Measurement.safeParse(row, { reportInput: true }) }))
      const sound = parsed.flatMap(({ data }) => data ?? [])
      const taken = (await takeMeasurements(store, sound, { context, instrument, measuring: settings })).values()
      const results = parsed.map(({ row, data, error }) =>
        data ? resultOf(data.clientUid, taken.next().value!, locale) : malformed(row, error!, locale),
      )
      const count = (outcome: MeasurementResult['outcome']) => results.filter((one) => one.outcome === outcome).length
      const counts = { made: count('made'), known: count('known'), refused: count('refused') }
      context.isWritten = true // each record has an entry of its own
      if (counts.refused < results.length) return ok(c, results, ['qcInstrument.taken', counts])
      throw new Refusal(codes.impossible, 'qcInstrument.noneTaken').carrying(results)
    },
  )

const nothing = { qcValueBaseId: null, recordNo: null, judgement: null, status: null }

function resultOf(clientUid: string, taken: StoredMeasurement, locale: Locale): MeasurementResult {
  if ('record' in taken) {
    const { qcValueBaseId, recordNo, judgement, status } = taken.record
    const outcome = taken.isNew ? 'made' : 'known'
    return { clientUid, outcome, qcValueBaseId, recordNo, judgement, status, msg: '', errors: {} }
  }
  const faults = taken.refusals.map((refusal) => ({ field: refusal.field, msg: renderMessage(locale, refusal) }))
  return {
    clientUid,
    outcome: 'refused',
    ...nothing,
    msg: together(faults.map(({ msg }) => msg)),
    errors: Object.fromEntries(faults.flatMap(({ field, msg }) => (field === undefined ? [] : [[field, msg]]))),
  }
}

function malformed(row: unknown, { issues }: z.ZodError, locale: Locale): MeasurementResult {
  const errors = new InvalidInput(issues).inWords(locale)
  const { clientUid } = { ...(row as { clientUid?: unknown } | null) } // whatever it is
  return {
    clientUid: typeof clientUid === 'string' ? clientUid.slice(0, 64) : null,
    outcome: 'refused',
    ...nothing,
    msg: together(Object.entries(errors).map(([field, fault]) => (field ? `${field} ${fault}` : fault))),
    errors,
  }
}

const together = (sentences: readonly string[]) => [...new Set(sentences)].join('; ')
