import { navigate } from 'wouter/use-browser-location'
import { channels, notificationEvents } from '#shared/qc/notification/events'
import type { Rule, RuleQuery } from '#shared/qc/notification/schema'
import { notificationRule } from '#shared/qc/notification/notification-rule-resource'
import { Failure } from '../../../api/http'
import { ruleApi } from '../../../api/qc/notification'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { toast } from '../../../ui/overlay/toast'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { reasonText } from './reason'
import { listPage } from '../../../ui/record/declared'
import { choiceFilter, filterBar, searchFilter, statusFilter } from '../../../ui/record/filter-bar'
import { recordPage } from '../../../ui/record/RecordPage'
import { tr, useText, type T } from '../../../ui/useText'

const rules = listPage<Rule, RuleQuery>(notificationRule, {
  api: ruleApi,
  cells: {
    productName: ({ productName }, t) => productName ?? t('notificationRule.allLines'),
    recipient: (rule) => <Recipient rule={rule} />,
    digestMinutes: ({ digestMinutes }) => digestMinutes || '-',
    severity: ({ severity }, t) => t(`notificationRule.severity.${severity}`),
  },
  Filters: filterBar<RuleQuery>(
    searchFilter('keyword', 'notificationRule.name'),
    choiceFilter('event', 'notification.event', 'notification.anyEvent', notificationEvents, (event, t) =>
      t(`notification.event.${event}`),
    ),
    choiceFilter('channel', 'notification.channel', 'notification.anyChannel', channels, (channel, t) =>
      t(`notification.channel.${channel}`),
    ),
    statusFilter(),
  ),
  Form: dialogPart(() => import('./RuleForm')),
  setStatus: ruleApi.setStatus,
  actions: [
    {
      key: 'test',
      label: 'notificationRule.test',
      tag: 'qc:notificationRule:test',
      onSelect: (rule) => void test(rule),
    },
    {
      key: 'deliveries',
      label: 'notificationRule.deliveries',
      tag: 'qc:notificationDelivery:list',
      onSelect: ({ ruleId }) => navigate(`/admin/notification/delivery?ruleId=${ruleId}`),
    },
  ],
})

/** The rules of notification: event, receiver and channel. */
export default recordPage(rules)

function Recipient({ rule: { receiver, recipient, recipientEn } }: { rule: Rule }) {
  const t: T = useText()
  const localized = useLocalizedName()
  if (receiver === 'inspector') return t('notificationRule.receiver.inspector')
  return localized({ name: recipient, nameEn: recipientEn }) || '-'
}

/** Sends a test message, and shows the result: only the status, nothing of the answer. */
async function test({ ruleId }: Rule) {
  try {
    const result = await ruleApi.test(ruleId)
    if (result.isSent) toast.show(tr('notificationRule.testSent'), { tone: 'success' })
    else toast.show(tr('notificationRule.testFailed', { why: reasonText(result, tr) }), { tone: 'error' })
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure // the call has reported it
  }
}
