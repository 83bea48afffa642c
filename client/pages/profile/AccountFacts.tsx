import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { getInfo } from '../../api/operator'
import { session } from '../../stores/session'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { Time } from '../../ui/time'
import { useText } from '../../ui/useText'
import { overviewQuery } from '../dashboard/overview-query'

const accountQuery = queryOptions({ queryKey: ['operator'], queryFn: async () => (await getInfo()) ?? null })

/** The operator's account and sessions, as the server knows them now. */
export function AccountFacts() {
  const t = useText()
  const { roles } = useSnapshot(session)
  const account = useQuery(accountQuery)
  const overview = useQuery(overviewQuery)
  const error = account.error ?? overview.error

  function retry() {
    void account.refetch()
    void overview.refetch()
  }

  if (error) return <ErrorState error={error} onRetry={retry} />
  return (
    <dl className="profile-facts">
      <Fact label={t('login.username')} value={account.data && account.data.userName} />
      <Fact label={t('profile.roles')} value={roles.join(', ')} />
      <Fact
        label={t('dashboard.lastSignIn')}
        value={
          overview.data &&
          (overview.data.lastSignInAt ? (
            <Time value={overview.data.lastSignInAt} relative />
          ) : (
            t('dashboard.firstSignIn')
          ))
        }
      />
      <Fact label={t('dashboard.ownSessions')} value={overview.data?.ownSessions} />
    </dl>
  )
}

/** `value` is undefined while it is on its way. */
function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? <Skeleton width="6em" height="0.8em" /> : value}</dd>
    </div>
  )
}
