import { tagsFor, type Resource } from '../../resource'
import { notificationEvents, type NotificationEvent } from './events'

/** The text of each event. */
const eventTexts = Object.fromEntries(
  notificationEvents.map((event) => [event, `notification.event.${event}`]),
) as Readonly<{ [Event in NotificationEvent]: `notification.event.${Event}` }> // one for each

/** Rules by which people are notified outside the browser. */
export const notificationRule = {
  name: 'qc-notification-rule',
  listKey: 'qcNotificationRule',
  path: '/qc/notification-rule',
  id: 'ruleId',
  label: 'ruleName',
  nouns: { a: 'a notification rule', one: 'notification rule', many: 'notification rules' },
  trash: 'qcNotificationRule',
  tags: tagsFor('qc:notificationRule', 'list', 'add', 'edit', 'remove'),
  view: '/qc/notification/index',
  texts: {
    one: 'resource.qcNotificationRule',
    title: 'notificationRule.title',
    intro: 'notificationRule.intro',
    noun: 'notificationRule.noun',
    remove: 'notificationRule.delete',
    empty: 'notificationRule.empty',
  },
  keyword: { text: 'notificationRule.name', fields: ['ruleName'] },
  fields: {
    ruleId: { text: 'record.id', sort: true, column: 'never' },
    ruleName: { text: 'notificationRule.name', as: 'name', sort: true, column: 'always' },
    event: {
      text: 'notification.event',
      as: eventTexts,
      filter: 'equals',
      sort: true,
      priority: 1,
    },
    channel: {
      text: 'notification.channel',
      as: {
        email: 'notification.channel.email',
        wecom: 'notification.channel.wecom',
        webhook: 'notification.channel.webhook',
      },
      filter: 'equals',
      sort: true,
      priority: 1,
    },
    recipient: { text: 'notification.recipient', en: 'recipientEn' },
    productName: { text: 'resource.qcProduct', en: 'productNameEn', columnId: 'product' },
    severity: {
      text: 'notificationRule.severity',
      as: {
        any: 'notificationRule.severity.any',
        minor: 'notificationRule.severity.minor',
        major: 'notificationRule.severity.major',
        critical: 'notificationRule.severity.critical',
      },
      priority: 3,
    },
    digestMinutes: { text: 'notificationRule.digest', as: 'number', sort: true, priority: 3 },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    receiver: {
      text: 'notificationRule.receiver',
      as: {
        role: 'notificationRule.receiver.role',
        user: 'notificationRule.receiver.user',
        inspector: 'notificationRule.receiver.inspector',
      },
      column: 'never',
    },
    language: { text: 'notificationRule.language', column: 'never' },
    url: { text: 'notificationRule.url', column: 'never' },
    quietFrom: { text: 'notificationRule.quietFrom', column: 'never' },
    quietTo: { text: 'notificationRule.quietTo', column: 'never' },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
  },
} as const satisfies Resource
