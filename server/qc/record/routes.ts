import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { Group, pageOf } from '#shared/list/page'
import { Assignee, AssigneeQuery, AssignmentInput } from '#shared/qc/assignment'
import { QcAuditEntry, QcAuditQuery } from '#shared/qc/audit/schema'
import {
  CommentInput,
  PrintedRecord,
  RecordChange,
  RecordDetail,
  recordGroupFields,
  RecordIdParam,
  RecordInput,
  RecordQuery,
  RecordRow,
  RecordSignature,
  ItemInfo,
  ItemInfoQuery,
} from '#shared/qc/record/schema'
import { participantTags } from '#shared/qc/record/workflow'
import { z } from '#shared/zod'
import { groupQuery } from '../../access/crud/crud'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses, refusesStale, seesToLine } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { assign, assigneesFor } from '../assignment/queries'
import { seeMentions } from '../mention/queries'
import { listAudit } from '../audit/list'
import { byLineClock } from '../product/line-clock'
import { inOwnLine } from './scope'
import { viewerOf, recordFor, withRecord } from './request'
import { listRecords, recordGroups } from './list'
import { printRecord } from './print'
import { saveRecord } from './change'
import { commentOn } from './comment'
import { createRecord } from './create'
import { getItemInfo } from './item-info'

const param = validate('param', RecordIdParam)
const paging = z.object({ pageIndex: QcAuditQuery.shape.pageIndex, pageSize: QcAuditQuery.shape.pageSize })

/** An entry of a record's trail without the number of a retest that the reader does not see. */
const withoutHidden = (entry: QcAuditEntry, retests: RecordDetail['retests']): QcAuditEntry =>
  entry.action !== 'retest' || retests.some(({ recordNo }) => recordNo === entry.new) ? entry : { ...entry, new: null }

export const qcRecordRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-record', 'route.qcRecord.list', pageOf(RecordRow)),
    permit('qc:record:list'),
    validate('query', RecordQuery),
    async (c) => ok(c, await listRecords(c.var.store, await byLineClock(c, c.req.valid('query')), viewerOf(c))),
  )
  .get(
    '/group',
    answers('qc-record', 'route.qcRecord.group', z.array(Group)),
    permit('qc:record:list'),
    validate('query', groupQuery(RecordQuery, recordGroupFields)),
    async (c) => {
      const { by, ...query } = await byLineClock(c, c.req.valid('query'))
      return ok(c, await recordGroups(c.var.store, query, by, viewerOf(c)))
    },
  )
  .post(
    '/',
    answers('qc-record', 'route.qcRecord.create', RecordDetail),
    refuses(codes.conflict),
    seesToLine(),
    permit('qc:record:add'),
    validate('json', RecordInput),
    async (c) => {
      const { store, context, settings } = c.var
      return ok(c, await createRecord(store, c.req.valid('json'), context, settings), 'done.created')
    },
  )
  .get(
    '/:qcValueBaseId',
    answers('qc-record', 'route.qcRecord.get', RecordDetail),
    permit('qc:record:list', 'qc:record:add'),
    param,
    inOwnLine,
    async (c) => ok(c, await recordFor(c, c.req.valid('param').qcValueBaseId)),
  )
  .put(
    '/:qcValueBaseId',
    answers('qc-record', 'route.qcRecord.update', RecordDetail),
    refusesStale(RecordDetail),
    permit('qc:record:edit'),
    param,
    inOwnLine,
    validate('json', RecordChange),
    async (c) => {
      const { qcValueBaseId } = c.req.valid('param')
      await withRecord(c, qcValueBaseId, () =>
        saveRecord(c.var.store, qcValueBaseId, c.req.valid('json'), c.var.context, c.var.settings),
      )
      return ok(c, await recordFor(c, qcValueBaseId), 'qcRecord.done.save')
    },
  )
  .post(
    '/:qcValueBaseId/comment',
    answers('qc-record', 'route.qcRecord.comment', RecordDetail),
    permit(...participantTags),
    param,
    validate('json', CommentInput),
    async (c) => {
      const { qcValueBaseId } = c.req.valid('param')
      await commentOn(c.var.store, qcValueBaseId, c.req.valid('json'), c.var.context)
      return ok(c, await recordFor(c, qcValueBaseId), 'qcRecord.done.comment')
    },
  )
  .post(
    '/:qcValueBaseId/mention/seen',
    answers('qc-record', 'route.qcRecord.mentionSeen', RecordDetail),
    permit('qc:record:list'),
    param,
    async (c) => {
      const { qcValueBaseId } = c.req.valid('param')
      await seeMentions(c.var.store, qcValueBaseId, c.var.context)
      return ok(c, await recordFor(c, qcValueBaseId), 'done.updated')
    },
  )
  .put(
    '/:qcValueBaseId/assignment',
    answers('qc-record', 'route.qcRecord.assign', RecordDetail),
    refuses(codes.conflict),
    permit(...participantTags),
    param,
    validate('json', AssignmentInput),
    async (c) => {
      const { qcValueBaseId: entityId } = c.req.valid('param')
      await assign(c.var.store, { entity: 'record', entityId }, c.req.valid('json'), c.var.context)
      return ok(c, await recordFor(c, entityId), 'done.updated')
    },
  )
  .get(
    '/:qcValueBaseId/assignee',
    answers('qc-record', 'route.qcRecord.assignees', z.array(Assignee)),
    refuses(codes.notFound),
    permit(...participantTags),
    param,
    validate('query', AssigneeQuery),
    async (c) => {
      const { qcValueBaseId: entityId } = c.req.valid('param')
      const { store, operator } = c.var
      return ok(c, await assigneesFor(store, { entity: 'record', entityId }, c.req.valid('query'), operator))
    },
  )
  .get(
    '/:qcValueBaseId/audit',
    answers('qc-record', 'route.qcRecord.audit', pageOf(QcAuditEntry)),
    permit('qc:record:list'),
    param,
    inOwnLine,
    validate('query', paging),
    async (c) => {
      const { qcValueBaseId: entityId, retests } = await recordFor(c, c.req.valid('param').qcValueBaseId)
      const entries = await listAudit(c.var.store, {
        ...c.req.valid('query'),
        orders: [['auditId', 'desc']],
        entity: 'record',
        entityId,
      })
      return ok(c, { ...entries, list: entries.list.map((entry) => withoutHidden(entry, retests)) })
    },
  )
  .get(
    '/:qcValueBaseId/signature',
    answers('qc-record', 'route.qcRecord.signatures', z.array(RecordSignature)),
    permit('qc:record:list'),
    param,
    inOwnLine,
    async (c) => ok(c, (await recordFor(c, c.req.valid('param').qcValueBaseId)).signatures),
  )
  .get(
    '/:qcValueBaseId/print',
    answers('qc-record', 'route.qcRecord.print', PrintedRecord),
    permit('qc:record:list'),
    param,
    inOwnLine,
    async (c) => {
      const { store, operator, now, settings } = c.var
      return ok(c, found(await printRecord(store, now, c.req.valid('param').qcValueBaseId, operator, settings)))
    },
  )

export const qcRecordItemRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-record', 'route.qcRecord.item', ItemInfo),
  refuses(codes.notFound),
  permit('qc:record:list'),
  validate('query', ItemInfoQuery),
  async (c) => ok(c, found(await getItemInfo(c.var.store, c.req.valid('query'), c.var.operator))),
)
