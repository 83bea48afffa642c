import { useSnapshot } from 'valtio'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ALL_ROLES } from '#shared/constants'
import { session } from '../../../stores/session'
import { Fact } from '../../../ui/layout/Fact'
import { useText, useLocale } from '../../../ui/useText'
import { overviewQuery } from '../../../stores/qc/overview-query'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { roleName } from '../../../ui/record/names'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Time } from '../../../ui/time'
import { AvatarPicker } from './AvatarPicker'
import { profileQuery } from './queries'

/** The signed-in operator. */
export function ProfileCard() {
  const t = useText()
  const { name, introduction } = useSnapshot(session)
  return (
    <section className="profile-card card" aria-label={t('profile.account')}>
      <AvatarPicker>
        <h2>{name}</h2>
        {introduction && <p className="profile-introduction">{introduction}</p>}
      </AvatarPicker>
      <AccountFacts />
    </section>
  )
}

/** The operator's account with the server's present data. */
function AccountFacts() {
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
      <AccountFact label={t('login.username')} value={profile.data?.user.username} />
      <AccountFact label={t('record.roles')} value={roles && new Intl.ListFormat(locale).format(roles)} />
      {actingRole !== ALL_ROLES && (
        <AccountFact label={t('session.actingRole')} value={acting ? roleName(acting) : actingRole} />
      )}
      <AccountFact
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

/** `value` is undefined while loading. */
function AccountFact({ label, value }: { label: string; value: ReactNode }) {
  return <Fact label={label}>{value === undefined ? <Skeleton width="6em" height="0.8em" /> : value}</Fact>
}
