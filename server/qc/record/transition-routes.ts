import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import type { PermissionTag } from '#shared/permissions'
import { recordActions, ruleOf, type StepAction } from '#shared/qc/record/workflow'
import {
  ApprovalQuery,
  ApprovalSummary,
  BulkApproval,
  BulkFaults,
  RecordDetail,
  RecordIdParam,
  Transition,
} from '#shared/qc/record/schema'
import { z } from '#shared/zod'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses, refusesStale } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../../access/permission/permit'
import { proveSignature } from '../../access/login/sign'
import { signatureSeriesOf } from '../../access/login/signature-series'
import { validate } from '../../platform/http/validate'
import { renderMessage } from '../../platform/message'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import { approvalSummary, approveRecords, BulkRefused } from './approve'
import { recordFor, withRecord } from './request'
import { retestRecord } from './retest'
import { inOwnLine } from './scope'
import { needsSignature, stepRecord } from './submit'

const stepActions = recordActions.filter((action): action is StepAction => action !== 'save' && action !== 'retest')

/** Inspectors void own drafts that were never submitted; every other step needs its own permission. */
const tagsOf = (action: StepAction): [PermissionTag, ...PermissionTag[]] =>
  action === 'void' ? ['qc:record:void', 'qc:record:edit'] : [ruleOf(action).tag]

/** Steps that change the state of a record, and retests. `throttle` limits attempts at passwords. */
export function qcTransitionRoutes(throttle: PasswordThrottle) {
  const routes = new Hono<SessionEnv>().get(
    '/approval',
    answers('qc-record', 'route.qcRecord.approval', ApprovalSummary),
    permit('qc:record:approve'),
    validate('query', ApprovalQuery),
    async (c) => {
      const { store, operator, settings, locale } = c.var
      const summary = await approvalSummary(store, c.req.valid('query').qcValueBaseId, operator, settings, locale)
      return ok(c, { ...summary, ...(await signatureSeriesOf(c)) })
    },
  )

  routes.post(
    '/approve',
    answers('qc-record', 'route.qcRecord.approveMany', z.array(z.int())),
    refusesStale(BulkFaults),
    refuses(codes.notFound, codes.tooMany),
    permit('qc:record:approve'),
    validate('json', BulkApproval),
    async (c) => {
      const { store, context, settings, locale } = c.var
      const { password, ...approval } = c.req.valid('json')
      await proveSignature(c, throttle, { password, ...approval })
      try {
        await approveRecords(store, approval, context, settings)
      } catch (error) {
        if (!(error instanceof BulkRefused)) throw error
        const faults = error.faults.map(({ refusal, ...fault }) => ({
          ...fault,
          message: renderMessage(locale, refusal),
        }))
        throw error.carrying({ faults } satisfies BulkFaults)
      }
      const ids = approval.records.map(({ qcValueBaseId }) => qcValueBaseId)
      return ok(c, ids, ['qcRecord.done.bulk', { count: ids.length }])
    },
  )

  for (const action of stepActions) {
    routes.post(
      `/:qcValueBaseId/${action}`,
      answers('qc-record', `route.qcRecord.${action}`, RecordDetail),
      refusesStale(RecordDetail),
      refuses(codes.impossible, codes.tooMany),
      permit(...tagsOf(action)),
      validate('param', RecordIdParam),
      inOwnLine,
      validate('json', Transition),
      async (c) => {
        const { store, context, settings } = c.var
        const { qcValueBaseId: id } = c.req.valid('param')
        const { password, ...transition } = c.req.valid('json')
        await withRecord(c, id, async () => {
          const isSigned = await needsSignature(store, id, action, transition.lockVersion, context, settings)
          if (isSigned) await proveSignature(c, throttle, { password, ...transition })
          await stepRecord(store, id, action, transition, context, settings)
        })
        return ok(c, await recordFor(c, id), `qcRecord.done.${action}`)
      },
    )
  }

  return routes.post(
    '/:qcValueBaseId/retest',
    answers('qc-record', 'route.qcRecord.retest', RecordDetail),
    refusesStale(RecordDetail),
    permit('qc:record:add'),
    validate('param', RecordIdParam),
    validate('json', Transition),
    async (c) => {
      const { qcValueBaseId: id } = c.req.valid('param')
      const retestId = await withRecord(c, id, () => retestRecord(c.var.store, id, c.req.valid('json'), c.var.context))
      return ok(c, await recordFor(c, retestId), 'qcRecord.done.retest')
    },
  )
}
