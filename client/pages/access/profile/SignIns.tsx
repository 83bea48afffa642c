import { useState } from 'react'
import { statuses, type Status } from '#shared/constants'
import type { LoginLogEntry } from '#shared/admin/sign-in-log'
import { getOwnLoginLog } from '../../../api/admin/sign-in-log'
import { Button } from '../../../ui/Button'
import { deviceText } from '../../../ui/app/device'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Select } from '../../../ui/input/Select'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { useList } from '../../../ui/table/useList'
import { useText } from '../../../ui/useText'

const STEP = 10

/** The sign-ins of this account, including failed ones. */
export function SignIns() {
  const t = useText()
  const [status, setStatus] = useState<Status>()
  const [pageSize, setPageSize] = useState(STEP)
  const page = useList('own-login-log', getOwnLoginLog, { pageSize, ...(status && { status }) })
  const { list, count, error, isFirst, isLoading, reload } = page

  function filter(next: Status | undefined) {
    setStatus(next)
    setPageSize(STEP)
  }

  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isFirst) return <Skeleton height="280px" />
  return (
    <div className="grid profile-sign-ins" data-loading={isLoading} aria-busy={isLoading}>
      <Select
        label={t('operation.outcome')}
        placeholder={t('operation.anyOutcome')}
        value={status}
        options={[
          { value: statuses.on, label: t('operation.done') },
          { value: statuses.off, label: t('profile.refused') },
        ]}
        onSelect={filter}
      />
      {list.length > 0 ? (
        <ul className="profile-list" aria-label={t('profile.signIns')}>
          {list.map((entry) => (
            <SignInRow key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState icon="logininfor" text={t(status ? 'table.noMatch' : 'profile.noSignIns')} />
      )}
      {count > list.length && (
        <div className="row wrap profile-foot">
          <span className="profile-shown">{t('profile.shownSignIns', { shown: list.length, count })}</span>
          <Button busy={isLoading} onClick={() => setPageSize(pageSize + STEP)}>
            {t('profile.moreSignIns')}
          </Button>
        </div>
      )}
    </div>
  )
}

function SignInRow({ entry }: { entry: LoginLogEntry }) {
  const t = useText()
  const isDone = entry.status === statuses.on
  const event = t(`loginLog.event.${entry.event}`)
  const facts = [deviceText(entry, t), entry.ipaddr, t(`session.method.${entry.method}`)]
  return (
    <li>
      <Tag tone={isDone ? 'ok' : 'ng'}>{t(isDone ? 'operation.done' : 'profile.refused')}</Tag>
      <div className="profile-list-main">
        <p>{isDone ? event : t('loginLog.outcome', { event, reason: t(`loginLog.reason.${entry.reason}`) })}</p>
        <p className="profile-list-facts">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="profile-list-time">
        <Time value={entry.loginTime} />
      </span>
    </li>
  )
}
