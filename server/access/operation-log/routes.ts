import { Hono } from 'hono'
import { z } from 'zod'
import { statuses } from '#shared/constants'
import { text } from '#shared/i18n/catalogues'
import type { AnyPlainTextKey, Locale } from '#shared/i18n/text'
import { Operation, OperationDetail, OperationQuery } from '#shared/access/operation'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../session/session-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../permission/permit'
import { exportQuery, sendSheet } from '../crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { cleanOperations, deleteOperations } from './delete'
import {
  getOperation,
  listOperations,
  nameOf,
  operationBatches,
  statusIn,
  stepOf,
  subjectOf,
  type OperationRow,
} from './list'
import { inWords } from '../../platform/message/index'
import { describeAgent } from '../../platform/security/user-agent'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, type Words } from '../../platform/sheets/words'

const outcomeWords: Words = { '2': 'operation.done', '1': 'operation.refused' }

/** A step has its own name, e.g. the approval of a record. */
function actionWord(row: OperationRow): AnyPlainTextKey {
  const step = stepOf(row)
  if (step) return step
  const { action, after } = row
  const status = action === 'status' ? statusIn(after) : ''
  return status
    ? status === statuses.on
      ? 'operation.action.enable'
      : 'operation.action.disable'
    : `operation.action.${action}`
}

/** A change in a cell. One that was cut off says how much is missing, and where it is. */
const cellOf = (json: string, beyond: number, { id }: OperationRow, locale: Locale) =>
  beyond > 0 ? json + text(locale, 'sheet.cutOff', { count: beyond, id }) : json

export const operationColumns: SheetColumn<OperationRow>[] = [
  { title: 'record.id', value: ({ id }) => id },
  { id: 'operTime', title: 'operation.time', value: ({ at }) => new Date(at) },
  { id: 'operName', title: 'operation.user', value: ({ username }) => username },
  { id: 'deptName', title: 'resource.department', value: ({ deptName }) => deptName },
  { id: 'action', title: 'operation.subject', value: subjectOf },
  {
    id: 'action',
    title: 'operation.action',
    value: (row, locale) => text(locale, actionWord(row)),
  },
  { id: 'name', title: 'operation.record', value: ({ record }) => record },
  { id: 'name', title: 'operation.name', value: nameOf },
  { id: 'status', title: 'operation.outcome', value: ({ status }, locale) => wordFor(locale, outcomeWords, status) },
  { title: 'record.reason', value: ({ message }, locale) => inWords(locale, message) },
  { title: 'changes.before', value: (row, locale) => cellOf(row.before, row.beforeBeyond, row, locale) },
  { title: 'changes.after', value: (row, locale) => cellOf(row.after, row.afterBeyond, row, locale) },
  { id: 'operIp', title: 'operation.address', value: ({ address }) => address },
  { title: 'operation.browser', value: ({ userAgent }) => describeAgent(userAgent).browser },
  { title: 'operation.system', value: ({ userAgent }) => describeAgent(userAgent).os },
  { title: 'operation.request', value: ({ requestMethod, url }) => `${requestMethod} ${url}` },
  { title: 'operation.requestId', value: ({ requestId }) => requestId },
  { title: 'operation.program', value: ({ program }) => program },
]

/** The operation log. Entries are written by the actions themselves. No route changes one. */
export const operationRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('operation-log', 'route.operationLog.list', pageOf(Operation)),
    permit('admin:sysOperLog:list'),
    validate('query', OperationQuery),
    async (c) => ok(c, await listOperations(c.var.store, c.req.valid('query'), c.var.locale)),
  )
  .get(
    '/export',
    answersSheet('operation-log', 'route.operationLog.export'),
    permit('admin:sysOperLog:export'),
    validate('query', exportQuery(OperationQuery)),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = operationBatches(c.var.store, query, c.var.operator, c.var.locale)
      return sendSheet(c, {
        name: 'operation-log',
        title: 'operation.title',
        format,
        columns: operationColumns,
        batches,
      })
    },
  )
  .get(
    '/:id',
    answers('operation-log', 'route.operationLog.get', OperationDetail),
    permit('admin:sysOperLog:query'),
    validate('param', IdParam),
    async (c) => ok(c, found(await getOperation(c.var.store, c.req.valid('param').id, c.var.operator, c.var.locale))),
  )
  .delete(
    '/',
    answers('operation-log', 'route.operationLog.remove', z.array(z.int())),
    permit('admin:sysOperLog:remove'),
    validate('json', IdsBody),
    async (c) => ok(c, await deleteOperations(c.var.store, c.req.valid('json').ids, c.var.context), 'done.deleted'),
  )

export const operationCleanRoutes = new Hono<SessionEnv>().delete(
  '/',
  answers('operation-log', 'route.operationLog.clean', z.int()),
  permit('admin:sysOperLog:remove'),
  async (c) => {
    const count = await cleanOperations(c.var.store, c.var.context)
    return ok(c, count, ['operation.cleaned', { count }])
  },
)
