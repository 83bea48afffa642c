import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { overviewQuery } from '../../stores/overview-query'
import { session } from '../../stores/session'
import { useAllowed } from '../../ui/Allow'
import { ErrorState } from '../../ui/ErrorState'
import { Time } from '../../ui/time'
import { useText } from '../../ui/useText'
import { Figure } from './Figure'
import './DashboardPage.css'

/** How things stand. A figure that the operator may not see is not there; nothing is made up. */
export default function DashboardPage() {
  const t = useText()
  const { name } = useSnapshot(session)
  const { data, error, refetch } = useQuery(overviewQuery)
  const { roles, users, openSessions } = data ?? {}
  // Their places are kept while they are on their way, so that nothing jumps.
  const areRolesComing = useAllowed(['admin:sysRole:list']) && !data
  const areUsersComing = useAllowed(['admin:sysUser:list']) && !data
  const areSessionsComing = useAllowed(['admin:sysSession:list']) && !data

  return (
    <section>
      <div className="page-head">
        <div>
          <h1>{t('page.home')}</h1>
          <p className="page-intro">{t('dashboard.welcome', { name })}</p>
        </div>
      </div>
      {error && !data ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <ul className="dashboard-figures" aria-label={t('dashboard.figures')} aria-busy={!data}>
          {(roles || areRolesComing) && (
            <Figure
              label={t('dashboard.roles')}
              value={roles?.total}
              hint={roles && t('dashboard.enabled', { enabled: roles.enabled })}
              href="/admin/sys-role"
            />
          )}
          {(users || areUsersComing) && (
            <Figure
              label={t('dashboard.users')}
              value={users?.total}
              hint={users && t('dashboard.enabled', { enabled: users.enabled })}
              href="/admin/sys-user"
            />
          )}
          {(openSessions !== undefined || areSessionsComing) && (
            <Figure
              label={t('dashboard.openSessions')}
              value={openSessions}
              hint={t('dashboard.openSessionsHint')}
              href="/admin/sys-session"
            />
          )}
          <Figure label={t('dashboard.ownSessions')} value={data?.ownSessions} hint={t('dashboard.ownSessionsHint')} />
          <Figure
            label={t('dashboard.lastSignIn')}
            value={data && <Time value={data.lastSignInAt} />}
            hint={data?.lastSignInAt === null ? t('dashboard.firstSignIn') : undefined}
          />
        </ul>
      )}
    </section>
  )
}
