import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import {
  channels,
  deliveryStates,
  notificationEvents,
  subjectOf,
  type DeliveryState,
} from '#shared/qc/notification/events'
import type { Delivery } from '#shared/qc/notification/schema'
import { recordPath } from '#shared/qc/paths'
import { deliveryApi, ruleApi, type DeliverySearch } from '../../../api/qc/notification'
import { Tag, type Tone } from '../../../ui/feedback/Tag'
import { Select } from '../../../ui/input/Select'
import { reasonText } from './reason'
import { actionsColumn } from '../../../ui/record/actions-column'
import { choiceFilter, filterBar } from '../../../ui/record/filter-bar'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { periodFilter } from '../../../ui/record/period-filter'
import { isChanged } from '../../../ui/record/record-actions'
import type { RowActions } from '../../../ui/record/RecordActions'
import { recordPage } from '../../../ui/record/RecordPage'
import type { Column } from '../../../ui/table/column'
import { Time } from '../../../ui/time'
import { useText, type T } from '../../../ui/useText'

const tones = {
  waiting: 'pending',
  sending: 'info',
  sent: 'ok',
  failed: 'ng',
  skipped: 'pending',
} as const satisfies Record<DeliveryState, Tone>

const deliveries: Resource<Delivery, DeliverySearch> = {
  name: 'qcNotificationDelivery',
  id: ({ deliveryId }) => deliveryId,
  label: ({ ruleName, subject, recipient }) => [ruleName, subject, recipient].join(' '),
  words: { title: 'notification.title', intro: 'notification.intro', empty: 'notification.empty' },
  api: deliveryApi,
  columns: deliveryColumns,
  Filters: filterBar<DeliverySearch>(
    (props) => <RuleFilter {...props} />,
    choiceFilter('state', 'record.status', 'record.anyStatus', deliveryStates, (state, t) =>
      t(`notification.state.${state}`),
    ),
    choiceFilter('channel', 'notification.channel', 'notification.anyChannel', channels, (channel, t) =>
      t(`notification.channel.${channel}`),
    ),
    choiceFilter('event', 'notification.event', 'notification.anyEvent', notificationEvents, (event, t) =>
      t(`notification.event.${event}`),
    ),
    periodFilter('operation.period'),
  ),
  actions: [
    {
      key: 'retry',
      label: 'notification.retry',
      tag: 'qc:notificationDelivery:retry',
      isFor: ({ state }) => state !== 'sent' && state !== 'sending',
      onSelect: ({ deliveryId }, refresh) => void retry(deliveryId, refresh),
    },
  ],
}

/** The sent, waiting and failed notifications. */
export default recordPage(deliveries)

async function retry(deliveryId: number, refresh: () => void) {
  if (await isChanged(deliveryApi.retry(deliveryId), refresh)) refresh()
}

function RuleFilter({ query, filter }: FiltersProps<DeliverySearch>) {
  const t = useText()
  const { data } = useQuery({ queryKey: ['notification-rule-names'], queryFn: () => ruleApi.options() })
  const options = (data?.rules ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chosen = query.ruleId === undefined ? undefined : Number(query.ruleId)
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen)
  return (
    <Select
      label={t('resource.qcNotificationRule')}
      placeholder={t('notification.anyRule')}
      value={chosen}
      options={isListed ? options : [...options, { value: chosen, label: `#${chosen}` }]}
      onSelect={(ruleId) => filter({ ruleId })}
    />
  )
}

function deliveryColumns(t: T, actions: RowActions<Delivery>): Column<Delivery, DeliverySearch>[] {
  return [
    {
      id: 'event',
      header: t('notification.event'),
      canHide: false,
      cell: ({ event }) => t(`notification.event.${event}`),
    },
    { id: 'subject', header: t('notification.subject'), priority: 1, cell: (row) => <Subject row={row} /> },
    {
      id: 'state',
      header: t('record.status'),
      priority: 1,
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`notification.state.${state}`)}</Tag>,
    },
    { id: 'reason', header: t('notification.reason'), cell: (row) => reasonText(row, t) || '-' },
    { id: 'channel', header: t('notification.channel'), cell: ({ channel }) => t(`notification.channel.${channel}`) },
    { id: 'recipient', header: t('notification.recipient'), priority: 1, cell: ({ recipient }) => recipient },
    { id: 'ruleName', header: t('notificationRule.name'), cell: ({ ruleName }) => ruleName },
    {
      id: 'attempts',
      header: t('notification.attempts'),
      sortable: true,
      align: 'end',
      priority: 3,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'createdAt',
      header: t('record.createdAt'),
      sortable: true,
      priority: 3,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    { id: 'nextAt', header: t('notification.nextAt'), sortable: true, cell: ({ nextAt }) => <Time value={nextAt} /> },
    ...actionsColumn<Delivery, DeliverySearch>(t, actions, ({ subject }) => ({ name: subject })),
  ]
}

/** A record links to its page, which explains a missing permission. */
function Subject({ row: { event, subject, entityId } }: { row: Delivery }) {
  if (subjectOf(event) !== 'record') return subject
  return <Link href={recordPath(entityId)}>{subject}</Link>
}
