import type { Session, SessionQuery } from '#shared/access/session'
import { Button } from '../../../ui/Button'
import type { Column } from '../../../ui/table/column'
import { actingRoleName } from '../../../ui/record/names'
import { deviceText } from '../../../ui/app/device'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import './session.css'

/** The columns of the list of sessions. `onEnd`: undefined for operators who may only look. */
export const sessionColumns = (
  t: T,
  onEnd: ((session: Session) => void) | undefined,
): Column<Session, SessionQuery>[] => [
  {
    id: 'username',
    header: t('session.user'),
    sortable: true,
    canHide: false,
    cell: ({ username, nickName, isCurrent }) => (
      <span className="session-user">
        <b>{nickName}</b> <span className="session-account">{username}</span>
        {isCurrent && <Tag tone="info">{t('session.current')}</Tag>}
      </span>
    ),
  },
  { id: 'device', header: t('session.device'), cell: (session) => deviceText(session, t) },
  { id: 'ipaddr', header: t('session.address'), cell: ({ ipaddr }) => ipaddr || '-' },
  {
    id: 'lastSeenAt',
    header: t('session.lastSeenAt'),
    sortable: true,
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} relative />,
  },
  {
    id: 'signedInAt',
    header: t('session.signedInAt'),
    sortable: true,
    cell: ({ signedInAt }) => <Time value={signedInAt} />,
  },
  { id: 'method', header: t('session.method'), cell: ({ method }) => t(`session.method.${method}`) },
  {
    id: 'actingRole',
    header: t('session.actingRole'),
    cell: (session) => actingRoleName(session) ?? t('session.allRoles'),
  },
  ...(onEnd ? [actionsColumn(t, onEnd)] : []),
]

const actionsColumn = (t: T, onEnd: (session: Session) => void): Column<Session, SessionQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (session) => (
    <Button variant="text" aria-keyshortcuts="d" onClick={() => onEnd(session)}>
      {t('session.end')}
    </Button>
  ),
})
