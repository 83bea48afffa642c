import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { ALL_ROLES } from '#shared/constants'
import { overviewQuery } from '../../../stores/qc/overview-query'
import { session } from '../../../stores/session'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { roleName } from '../../../ui/record/names'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Time } from '../../../ui/time'
import { useLocale, useText } from '../../../ui/useText'
import { profileQuery } from './profile-query'

/** The operator's account, as the server knows it now. */
export function AccountFacts() {
  const t = useText()
  const locale = useLocale()
  const { actingRole, ownRoles } = useSnapshot(session)
  const profile = useQuery(profileQuery)
  const overview = useQuery(overviewQuery)
  const error = profile.error ?? overview.error

  function retry() {
    void profile.refetch()
    void overview.refetch()
  }

  if (error) return <ErrorState error={error} onRetry={retry} />
  const acting = ownRoles.find(({ roleKey }) => roleKey === actingRole)
  const roles = profile.data?.roles.map(roleName)
  return (
    <dl className="profile-facts">
      <Fact label={t('login.username')} value={profile.data?.user.username} />
      <Fact label={t('profile.roles')} value={roles && new Intl.ListFormat(locale).format(roles)} />
      {actingRole !== ALL_ROLES && (
        <Fact label={t('session.actingRole')} value={acting ? roleName(acting) : actingRole} />
      )}
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
