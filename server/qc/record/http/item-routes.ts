import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { ItemInfo, ItemInfoQuery } from '#shared/qc/record/schema'
import type { SessionEnv } from '../../../access/session/session-env'
import { answers, refuses } from '../../../platform/http/describe'
import { ok } from '../../../platform/http/envelope'
import { found } from '../../../platform/http/refusal'
import { permit } from '../../../access/permission/permit'
import { validate } from '../../../platform/http/validate'
import { getItemInfo } from './item'

export const qcRecordItemRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-record', 'One characteristic in one record, with the records around it', ItemInfo),
  refuses(codes.notFound),
  permit('qc:record:list'),
  validate('query', ItemInfoQuery),
  async (c) => ok(c, found(await getItemInfo(c.var.store, c.req.valid('query'), c.var.operator))),
)
