import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { statuses } from '#shared/constants'
import type { Rule } from '#shared/qc/notification/schema'
import { deliveryApi, ruleApi } from '../../../api/qc/notification'
import { Allow, useAllowed } from '../../../ui/Allow'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { PageHead } from '../../../ui/layout/PageHead'
import { Time } from '../../../ui/time'
import { ExampleCall } from '../../../ui/token/CreatedToken'
import { TokenList } from '../../../ui/token/TokenList'
import { useText } from '../../../ui/useText'
import './developer.css'

/** The maximum number of shown subscriptions; the page of notification rules shows all. */
const MOST_SHOWN = 50

/** The page for developers: the API and its document, service tokens, and events sent to programs. */
export default function DeveloperPage() {
  const t = useText()
  return (
    <section className="developer">
      <PageHead title={t('developer.title')} intro={t('developer.intro')} />
      <div className="grid gap-16">
        <Card title={t('developer.api')} intro={t('developer.apiIntro')}>
          <p className="row wrap gap-16">
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('developer.docs')}
            </a>
            <a href="/api/v1/openapi.json" target="_blank" rel="noreferrer">
              {t('developer.openapi')}
            </a>
          </p>
          <ExampleCall token="$TOKEN" />
        </Card>
        <Card title={t('apiToken.service')} intro={t('apiToken.serviceIntro')}>
          <ServiceTokens />
        </Card>
        <Allow tags={['qc:notificationRule:list']}>
          <Card title={t('developer.webhooks')} intro={t('developer.webhooksIntro')}>
            <Webhooks />
          </Card>
        </Allow>
        <Card title={t('developer.signature')} intro={t('developer.signatureIntro')}>
          <pre className="token-code">{CHECK}</pre>
        </Card>
      </div>
    </section>
  )
}

/** The same code as in the manual, for Node.js. */
const CHECK = `const time = headers['x-caliper-timestamp']
const expected = 'sha256=' + createHmac('sha256', key)
  .update(\`\${time}.\${body}\`).digest('hex')
const isFromCaliper = Math.abs(Date.now() / 1000 - time) < 300
  && timingSafeEqual(Buffer.from(expected), Buffer.from(headers['x-caliper-signature']))`

type CardProps = { title: string; intro: string; children: ReactNode }

function Card({ title, intro, children }: CardProps) {
  const id = useId()
  return (
    <section className="card grid gap-12 developer-card" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted">{intro}</p>
      </div>
      {children}
    </section>
  )
}

function ServiceTokens() {
  const canMake = useAllowed(['admin:sysToken:add'])
  const canRevoke = useAllowed(['admin:sysToken:remove'])
  return <TokenList isService canMake={canMake} canRevoke={canRevoke} />
}

/** The notification rules that send to a program. */
function Webhooks() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['notification-rule', 'webhooks'],
    queryFn: ({ signal }) =>
      ruleApi.list({ channel: 'webhook', pageIndex: 1, pageSize: MOST_SHOWN, orders: [] }, signal),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="72px" />
  return (
    <>
      {data.list.length === 0 && <p className="muted">{t('developer.noWebhooks')}</p>}
      <ul className="key-rows">
        {data.list.map((rule) => (
          <Webhook key={rule.ruleId} rule={rule} />
        ))}
      </ul>
      <p className="row wrap gap-16">
        <Link href="/admin/notification">{t('developer.rules')}</Link>
        <Allow tags={['qc:notificationDelivery:list']}>
          <Link href="/admin/notification/delivery?channel=webhook">{t('developer.deliveries')}</Link>
        </Allow>
      </p>
    </>
  )
}

function Webhook({ rule: { ruleId, ruleName, event, url, status } }: { rule: Rule }) {
  const t = useText()
  const isOff = String(status) === statuses.off
  return (
    <li className="split gap-12 webhook">
      <div>
        <p className="webhook-name">
          {ruleName} <span className="muted">{t(`notification.event.${event}`)}</span>
        </p>
        <p className="muted small webhook-url">{url}</p>
        <Allow tags={['qc:notificationDelivery:list']}>
          <LastDelivery ruleId={ruleId} />
        </Allow>
      </div>
      {isOff && <Tag tone="pending">{t('developer.off')}</Tag>}
    </li>
  )
}

function LastDelivery({ ruleId }: { ruleId: number }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['notification-delivery', 'last', ruleId],
    queryFn: ({ signal }) =>
      deliveryApi.list({ ruleId, pageIndex: 1, pageSize: 1, orders: [['createdAt', 'desc']] }, signal),
  })
  const last = data?.list[0]
  return (
    <p className="muted small">
      {last ? (
        <>
          {t('developer.lastSent')}: {t(`notification.state.${last.state}`)} ·{' '}
          <Time value={last.sentAt ?? last.createdAt} relative />
        </>
      ) : (
        data && t('developer.neverSent')
      )}
    </p>
  )
}
