import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { IdParam, pageOf } from '#shared/list/page'
import { channels } from '#shared/qc/notification/events'
import { notificationRule } from '#shared/qc/notification/notification-rule-resource'
import {
  Delivery,
  DeliveryIdParam,
  DeliveryQuery,
  DeliveryResult,
  Rule,
  RuleChange,
  RuleInput,
  RuleOptions,
  RuleQuery,
} from '#shared/qc/notification/schema'
import { crud } from '../../access/crud/crud'
import { noteOperation } from '../../access/operation-log/write'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { getUser } from '../../access/user/queries'
import type { Settings } from '../../env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { validate } from '../../platform/http/validate'
import { rowBy } from '../../platform/list/rows-by'
import { listDeliveries, retryDelivery } from './deliveries'
import { getRule, listRules, ruleOptions, ruleGroups, ruleWriter } from './rules'
import type { Notifier } from './sender'

const ruleById = rowBy('notificationRules', 'ruleId')

/** Notification rules, and a test of each. */
export const qcNotificationRuleRoutes = (settings: Settings, notifier: Notifier) =>
  new Hono<SessionEnv>()
    .get(
      '/option-select',
      answers('qc-notification-rule', 'route.qcNotificationRule.options', RuleOptions),
      permit('qc:notificationRule:list', 'qc:notificationDelivery:list'),
      async (c) =>
        ok(c, {
          channels: channels.filter((channel) => notifier.setUp[channel]),
          webhookHosts: [...notifier.webhookHosts],
          ...(await ruleOptions(c.var.store, c.var.operator)),
        }),
    )
    .post(
      '/:id/test',
      answers('qc-notification-rule', 'route.qcNotificationRule.test', DeliveryResult),
      refuses(codes.notFound),
      permit('qc:notificationRule:test'),
      validate('param', IdParam),
      async (c) => {
        const { store, operator, context } = c.var
        const rule = found(await ruleById(store, store.db, c.req.valid('param').id))
        const user = found(await getUser(store, operator.userId))
        const result = await notifier.test(rule, user)
        await noteOperation(store, context, {
          action: 'run',
          record: String(rule.ruleId),
          name: rule.ruleName,
          after: result,
        })
        return ok(c, result)
      },
    )
    .route(
      '/',
      crud(
        notificationRule,
        { row: Rule, input: RuleInput, change: RuleChange, query: RuleQuery },
        { list: listRules, groups: ruleGroups, get: getRule, ...ruleWriter(settings.webhook) },
      ),
    )

/** Deliveries: sent, waiting or failed. */
export const qcNotificationDeliveryRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-notification-delivery', 'route.qcNotificationDelivery.list', pageOf(Delivery)),
    permit('qc:notificationDelivery:list'),
    validate('query', DeliveryQuery),
    async (c) => ok(c, await listDeliveries(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .post(
    '/:deliveryId/retry',
    answers('qc-notification-delivery', 'route.qcNotificationDelivery.retry', z.int()),
    refuses(codes.notFound, codes.conflict),
    permit('qc:notificationDelivery:retry'),
    validate('param', DeliveryIdParam),
    async (c) =>
      ok(c, await retryDelivery(c.var.store, c.req.valid('param').deliveryId, c.var.context), 'done.updated'),
  )
