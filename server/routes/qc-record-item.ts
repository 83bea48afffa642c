import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { ItemInfo, ItemInfoQuery } from '#shared/schemas/qc-record'
import type { SessionEnv } from '../http/app-env'
import { answers, refuses } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { getItemInfo } from '../queries/qc-record-item'

export const qcRecordItemRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-record', 'One characteristic in one record, with the records around it', ItemInfo),
  refuses(codes.notFound),
  permit('qc:record:list'),
  validate('query', ItemInfoQuery),
  async (c) => ok(c, found(await getItemInfo(c.var.store, c.req.valid('query'), c.var.operator))),
)
