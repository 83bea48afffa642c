import { Hono } from 'hono'
import { regularRoute } from '../../access/operation-log/route-title'
import { z } from 'zod'
import { IdParam } from '#shared/list/page'
import { codes } from '#shared/envelope'
import {
  Lot,
  LotChange,
  LotDetail,
  LotHold,
  LotInput,
  LotOption,
  LotOptionQuery,
  LotQuery,
  LotRelease,
} from '#shared/qc/lot'
import { lot } from '#shared/qc/lot-resource'
import { crud } from '../../access/crud/crud'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { proveSignature } from '../../access/login/sign'
import { signatureSeriesOf } from '../../access/login/signature-series'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import { lotWriter } from './queries'
import { holdLot, releaseLot } from './hold'
import { getLot, lotGroups, listLots, lotOptions } from './list'

/** A lot's detail includes the setting whether its release needs the password. */
const regular = crud(
  lot,
  { row: Lot, input: LotInput, change: LotChange, query: LotQuery },
  { list: listLots, groups: lotGroups, ...lotWriter },
)

export const qcLotRoutes = new Hono<SessionEnv>()
  .get(
    '/option-select',
    answers('qc-lot', 'route.qcLot.options', z.array(LotOption)),
    permit('qc:lot:list', 'qc:template:list', 'qc:record:list', 'qc:record:add'),
    validate('query', LotOptionQuery),
    async (c) => {
      const options = await lotOptions(c.var.store, c.req.valid('query'))
      return ok(c, options)
    },
  )
  .route('/', regular)
  .get(
    '/:id',
    answers('qc-lot', regularRoute(lot, 'get'), LotDetail),
    permit('qc:lot:list'),
    validate('param', IdParam),
    async (c) => {
      const lot = await getLot(c.var.store, c.req.valid('param').id)
      return ok(c, {
        ...found(lot),
        isPasswordAsked: c.var.settings.signaturePassword,
        ...(await signatureSeriesOf(c)),
      })
    },
  )
  .post(
    '/:id/hold',
    answers('qc-lot', 'route.qcLot.hold', z.int()),
    refuses(codes.conflict),
    permit('qc:lot:hold', 'qc:lot:edit'),
    validate('param', IdParam),
    validate('json', LotHold),
    async (c) => {
      const { id } = c.req.valid('param')
      await holdLot(c.var.store, id, c.req.valid('json').reason, c.var.context)
      return ok(c, id, 'done.updated')
    },
  )

/** The release of a lot is signed: it needs the password, limited by `throttle`. */
export const qcLotReleaseRoutes = (throttle: PasswordThrottle) =>
  new Hono<SessionEnv>().post(
    '/:id/release',
    answers('qc-lot', 'route.qcLot.release', z.int()),
    refuses(codes.conflict, codes.tooMany),
    permit('qc:lot:release'),
    validate('param', IdParam),
    validate('json', LotRelease),
    async (c) => {
      const { store, context, settings } = c.var
      const { password, ...release } = c.req.valid('json')
      await proveSignature(c, throttle, { password, ...release })
      const { id } = c.req.valid('param')
      await releaseLot(store, id, release, context, settings.signaturePassword)
      return ok(c, id, 'done.updated')
    },
  )
