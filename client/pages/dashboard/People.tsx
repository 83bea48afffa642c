import type { Overview } from '#shared/access/operator'
import { useAllowed } from '../../ui/Allow'
import { Time } from '../../ui/time'
import { useText } from '../../ui/useText'
import { Figure } from './Figure'

/** Who works with the system, and the operator's own sessions. */
export function People({ of: data }: { of: Overview | undefined }) {
  const t = useText()
  const { roles, users, openSessions } = data ?? {}
  // Their places are kept while they are on their way, so that nothing jumps.
  const areRolesComing = useAllowed(['admin:sysRole:list']) && !data
  const areUsersComing = useAllowed(['admin:sysUser:list']) && !data
  const areSessionsComing = useAllowed(['admin:sysSession:list']) && !data
  return (
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
  )
}
