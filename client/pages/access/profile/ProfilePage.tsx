import { useSnapshot } from 'valtio'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#shared/access/profile'
import { appInfo } from '../../../stores/app-info'
import { part } from '../../../ui/part'
import { useText } from '../../../ui/useText'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Messenger } from './Messenger'
import { OwnSessions } from './OwnSessions'
import { Permissions } from './Permissions'
import { ProfileCard } from './ProfileCard'
import { Section, SectionLinks, type SectionName } from './Section'
import { SignIns } from './SignIns'
import { profileQuery } from './queries'
import './ProfilePage.css'

const PasswordFields = part(() => import('../../../ui/password/PasswordFields'))

/** The operator's own data, ways to sign in, and what happened with them. Each section saves for itself. */
export default function ProfilePage() {
  const t = useText()
  const { isWecomEnabled } = useSnapshot(appInfo)
  const names: SectionName[] = [
    'data',
    'password',
    ...(isWecomEnabled ? ['messenger' as const] : []),
    'sessions',
    'signIns',
    'permissions',
  ]
  return (
    <section className="profile">
      <div className="split wrap page-head">
        <h1>{t('page.profile')}</h1>
      </div>
      <div className="grid start gap-16 profile-columns">
        <div className="profile-side">
          <ProfileCard />
          <SectionLinks names={names} />
        </div>
        <div className="grid gap-16 profile-sections">
          <Section name="data">
            <ProfileData />
          </Section>
          <Section name="password" intro={t('profile.passwordIntro')}>
            <PasswordFields />
          </Section>
          {isWecomEnabled && (
            <Section name="messenger">
              <Messenger />
            </Section>
          )}
          <Section name="sessions" intro={t('profile.sessionsIntro')}>
            <OwnSessions />
          </Section>
          <Section name="signIns" intro={t('profile.signInsIntro')}>
            <SignIns />
          </Section>
          <Section name="permissions">
            <Permissions />
          </Section>
        </div>
      </div>
    </section>
  )
}

const ProfileFields = part(() => import('./ProfileFields'))

/** The form of the operator's data, once that is here. */
function ProfileData() {
  // What is being edited must not change under the operator's hands.
  const [user, setUser] = useState<Profile['user']>()
  const { data, error, refetch } = useQuery(profileQuery)
  if (data && user === undefined) setUser(data.user)

  if (user) return <ProfileFields user={user} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height="260px" />
}
