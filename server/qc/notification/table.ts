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
  /** Who notifies whom of what. A role, a person or a line that is deleted silences its rules, and its restoration wakes them. */
  const notificationRules = k.table(
    'qc_notification_rule',
    {
      ruleId: k.id('rule_id'),
      ruleName: k.text('rule_name').notNull(),
      event: k.text('event').$type<NotificationEvent>().notNull(),
      /** Null: of all product lines. */
      productId: k.int('product_id'),
      severity: k.text('severity').$type<Threshold>().notNull().default('any'),
      channel: k.text('channel').$type<Channel>().notNull(),
      receiver: k.text('receiver').$type<Receiver>().notNull(),
      roleId: k.int('role_id'),
      userId: k.int('user_id'),
      url: k.text('url').notNull().default(''),
      /** `HH:MM` by the clock of the product line; empty where there are none. */
      quietFrom: k.text('quiet_from').notNull().default(''),
      quietTo: k.text('quiet_to').notNull().default(''),
      digestMinutes: k.int('digest_minutes').notNull().default(0),
      language: k.text('language').$type<'zh' | 'en'>().notNull(),
      /** The last event before it was switched on: it is about later ones. */
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

  /** Messages to be sent, and what became of them: one row for each event, rule and recipient. */
  const deliveries = k.table(
    'qc_notification_delivery',
    {
      deliveryId: k.id('delivery_id'),
      /** The rule may be gone by now. */
      ruleId: k.int('rule_id').notNull(),
      ruleName: k.text('rule_name').notNull(),
      event: k.text('event').$type<NotificationEvent>().notNull(),
      channel: k.text('channel').$type<Channel>().notNull(),
      /** What is out of order together: `email`, `wecom`, or the origin of a webhook. */
      target: k.text('target').notNull(),
      /** Who receives it; of a webhook, whose rights count. */
      userId: k.int('user_id').notNull(),
      recipient: k.text('recipient').notNull(),
      /** Id of the record, the signal or the equipment, and what people call it. */
      entityId: k.int('entity_id').notNull(),
      subject: k.text('subject').notNull(),
      /** What came about, once: a second event of the same occurrence is not delivered. */
      occurrence: k.text('occurrence').notNull(),
      /** Whose record it is about: for the data scope of who reads this list. */
      deptId: k.int('dept_id'),
      operatorId: k.int('operator_id'),
      state: k.text('state').$type<DeliveryState>().notNull(),
      reason: k.text('reason').$type<DeliveryReason>(),
      code: k.int('code'),
      attempts: k.int('attempts').notNull().default(0),
      /** Given at the first attempt to all that are sent as one message, and kept in every repetition. */
      messageId: k.text('message_id'),
      /** The clock that quiet hours go by. */
      tz: k.text('tz').notNull(),
      /** Not before: by quiet hours and the interval of the rule. */
      dueAt: k.time('due_at').notNull(),
      /** When it is tried next; of one that is being sent: when another process may take it over. */
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

  /** How far the outbox was read for notifications: one row. */
  const notificationCursors = k.table('qc_notification_cursor', {
    cursorId: k.int('cursor_id').notNull().primaryKey(),
    eventId: k.int('event_id').notNull(),
  })
  return { notificationRules, deliveries, notificationCursors }
}
