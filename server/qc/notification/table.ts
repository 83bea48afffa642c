import { sql } from 'drizzle-orm'
import type { Status } from '#shared/constants'
import {
  channels,
  deliveryStates,
  type Channel,
  type DeliveryReason,
  type DeliveryState,
  type NotificationEvent,
  type Receiver,
  type Threshold,
} from '#shared/qc/notification/events'
import { among, type Columns } from '../../platform/tables/columns'

export function qcNotificationTables(k: Columns) {
  /** Notification rules. The role, person and line of a rule that is on cannot be deleted. */
  const notificationRules = k.table(
    'qc_notification_rule',
    {
      ruleId: k.id('rule_id'),
      ruleName: k.text('rule_name').notNull(),
      event: k.text('event').$type<NotificationEvent>().notNull(),
      /** Null: all product lines. */
      productId: k.int('product_id'),
      severity: k.text('severity').$type<Threshold>().notNull().default('any'),
      channel: k.text('channel').$type<Channel>().notNull(),
      receiver: k.text('receiver').$type<Receiver>().notNull(),
      roleId: k.int('role_id'),
      userId: k.int('user_id'),
      url: k.text('url').notNull().default(''),
      /** `HH:MM` by the clock of the product line; empty without quiet hours. */
      quietFrom: k.text('quiet_from').notNull().default(''),
      quietTo: k.text('quiet_to').notNull().default(''),
      digestMinutes: k.int('digest_minutes').notNull().default(0),
      language: k.text('language').$type<'zh' | 'en'>().notNull(),
      /** The last event before the rule was switched on. The rule applies to later ones. */
      afterEventId: k.int('after_event_id').notNull().default(0),
      status: k.text('status').$type<Status>().notNull(),
      remark: k.text('remark').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.index('qc_notification_rule_name').on(t.ruleName, t.ruleId),
      k.check('qc_notification_rule_channel', among(t.channel, channels)),
    ],
  )

  /** Messages and their state: one row per event, rule and recipient. */
  const deliveries = k.table(
    'qc_notification_delivery',
    {
      deliveryId: k.id('delivery_id'),
      /** The rule may be deleted by now. */
      ruleId: k.int('rule_id').notNull(),
      ruleName: k.text('rule_name').notNull(),
      event: k.text('event').$type<NotificationEvent>().notNull(),
      channel: k.text('channel').$type<Channel>().notNull(),
      /** The target that fails as a whole: `email`, `wecom`, or the origin of a webhook. */
      target: k.text('target').notNull(),
      /** The recipient; for a webhook, the person whose rights count. */
      userId: k.int('user_id').notNull(),
      recipient: k.text('recipient').notNull(),
      /** Id and name of the record, the signal or the equipment. */
      entityId: k.int('entity_id').notNull(),
      subject: k.text('subject').notNull(),
      /** Key of the occurrence: a second event of the same occurrence is not delivered. */
      occurrence: k.text('occurrence').notNull(),
      /** Department and operator of the record, for the data scope of readers of this list. */
      deptId: k.int('dept_id'),
      operatorId: k.int('operator_id'),
      state: k.text('state').$type<DeliveryState>().notNull(),
      reason: k.text('reason').$type<DeliveryReason>(),
      code: k.int('code'),
      attempts: k.int('attempts').notNull().default(0),
      /** Set at the first attempt for all deliveries of one message, and kept in every retry. */
      messageId: k.text('message_id'),
      /** The time zone of the quiet hours. */
      tz: k.text('tz').notNull(),
      /** The earliest time, by quiet hours and the interval of the rule. */
      dueAt: k.time('due_at').notNull(),
      /** The next attempt. While sending: the time after which another process may take over. */
      nextAt: k.time('next_at').notNull(),
      triedAt: k.time('tried_at'),
      sentAt: k.time('sent_at'),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [
      k.unique('qc_notification_delivery_once').on(t.ruleId, t.userId, t.occurrence),
      k
        .index('qc_notification_delivery_open')
        .on(t.nextAt, t.deliveryId)
        .where(sql`state in ('waiting', 'sending')`),
      k.index('qc_notification_delivery_at').on(t.createdAt, t.deliveryId),
      k.index('qc_notification_delivery_state').on(t.state, t.createdAt, t.deliveryId),
      k.index('qc_notification_delivery_rule').on(t.ruleId, t.createdAt, t.deliveryId),
      k.index('qc_notification_delivery_channel').on(t.channel, t.createdAt, t.deliveryId),
      k.check('qc_notification_delivery_state_word', among(t.state, deliveryStates)),
    ],
  )

  /** The position up to which the outbox was read for notifications: one row. */
  const notificationCursors = k.table('qc_notification_cursor', {
    cursorId: k.int('cursor_id').notNull().primaryKey(),
    eventId: k.int('event_id').notNull(),
  })
  return { notificationRules, deliveries, notificationCursors }
}
