import { useSnapshot } from 'valtio'
import { useQuery } from '@tanstack/react-query'
import { useState, useId, type MouseEvent, type ReactNode } from 'react'
import type { Profile } from '#shared/access/profile'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { appInfo } from '../../../stores/app-info'
import { apiTokenTexts, withWords } from '../../../ui/app/word-parts'
import { part } from '../../../ui/part'
import { useText, useLocale, type T } from '../../../ui/useText'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { menu } from '../../../stores/menu'
import { session } from '../../../stores/session'
import { titleText } from '../../../stores/titles'
import { Fact } from '../../../ui/layout/Fact'
import { Messenger } from './Messenger'
import { OwnSessions } from './OwnSessions'
import { ProfileCard } from './ProfileCard'
import { SignIns } from './SignIns'
import { profileQuery } from './queries'
import { actionNames, permissionGroups } from './permission-groups'
import './ProfilePage.css'

const OwnTokens = part(() => withWords(() => import('./OwnTokens'), apiTokenTexts))
const PasswordFields = part(() => import('../../../ui/password/PasswordFields'))

/** The operator's own data, their sign-in methods and history. Each section is saved separately. */
export default function ProfilePage() {
  const t = useText()
  const { isWecomEnabled } = useSnapshot(appInfo)
  const names: SectionName[] = [
    'data',
    'password',
    ...(isWecomEnabled ? ['messenger' as const] : []),
    'sessions',
    'tokens',
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
          <Section name="tokens" intro={t('profile.tokensIntro')}>
            <OwnTokens />
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

/** The form of the operator's data, once loaded. */
function ProfileData() {
  // Edited values must not change under the operator's hands.
  const [user, setUser] = useState<Profile['user']>()
  const { data, error, refetch } = useQuery(profileQuery)
  if (data && user === undefined) setUser(data.user)

  if (user) return <ProfileFields user={user} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height="260px" />
}

/** The operator's permissions, in the words of the menu. */
function Permissions() {
  const t = useText()
  const locale = useLocale()
  const { permissions } = useSnapshot(session)
  const { items } = useSnapshot(menu)

  if (permissions.includes(ALL_PERMISSIONS)) return <p>{t('profile.allPermissions')}</p>
  if (permissions.length === 0) return <p className="profile-none">{t('profile.noPermissions')}</p>
  return (
    <dl className="profile-facts">
      {permissionGroups(permissions, items).map(({ resource, page, actions }) => (
        <Fact
          key={resource}
          label={page ? titleText({ title: page.title, titleEn: page.titleEn }, t, locale) : resource}
        >
          {new Intl.ListFormat(locale).format(actionTexts(actions, t))}
        </Fact>
      ))}
    </dl>
  )
}

/** The actions in words without duplicates; unknown actions keep their name, at the end. */
function actionTexts(actions: readonly string[], t: T): string[] {
  const named = actionNames.filter((name) => actions.includes(name)).map((name) => t(`permission.${name}`))
  const others = actions.filter((action) => !actionNames.some((name) => name === action))
  return [...new Set([...named, ...others])]
}

type SectionName = 'data' | 'password' | 'messenger' | 'sessions' | 'tokens' | 'signIns' | 'permissions'

const idOf = (name: SectionName) => `profile-${name}`

type SectionProps = { name: SectionName; intro?: string; children: ReactNode }

function Section({ name, intro, children }: SectionProps) {
  const t = useText()
  const title = useId()
  return (
    <section id={idOf(name)} className="profile-section card" aria-labelledby={title} tabIndex={-1}>
      <h2 id={title}>{t(`profile.${name}`)}</h2>
      {intro && <p className="profile-intro">{intro}</p>}
      {children}
    </section>
  )
}

/** Links to the sections, beside them if there is room. */
function SectionLinks({ names }: { names: readonly SectionName[] }) {
  const t = useText()
  return (
    <nav className="profile-links" aria-label={t('profile.sections')}>
      {names.map((name) => (
        <a key={name} href={`#${idOf(name)}`} onClick={(event) => goTo(event, name)}>
          {t(`profile.${name}`)}
        </a>
      ))}
    </nav>
  )
}

/** The address stays: the back button leaves the page instead of going through its sections. */
function goTo(event: MouseEvent, name: SectionName) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const section = document.getElementById(idOf(name))
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}
