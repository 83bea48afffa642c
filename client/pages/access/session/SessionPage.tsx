import type { Session, SessionQuery } from '#shared/access/session'
import { endSessions, getSessions } from '../../../api/access/session'
import { deviceText } from '../../../ui/app/device'
import { endAfterAsking } from '../../../ui/app/end-sessions'
import { filterBar, searchFilter } from '../../../ui/record/filter-bar'
import { recordPage } from '../../../ui/record/RecordPage'
import type { Resource } from '../../../ui/record/list-page'
import { tr, type T } from '../../../ui/useText'
import { Button } from '../../../ui/Button'
import type { Column } from '../../../ui/table/column'
import { actingRoleName } from '../../../ui/record/names'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import './session.css'

const sessions: Resource<Session, SessionQuery> = {
  name: 'session',
  id: ({ sessionId }) => sessionId,
  label: labelOf,
  words: { title: 'session.title', intro: 'session.intro', remove: 'session.endCount' },
  tags: { remove: 'admin:sysSession:remove' },
  api: { list: getSessions },
  columns: (t, { onRemove }) => sessionColumns(t, onRemove),
  Filters: filterBar<SessionQuery>(
    searchFilter('username', 'resource.user'),
    searchFilter('ipaddr', 'operation.address'),
  ),
  isFixed: ({ isCurrent }) => isCurrent,
  remove: end,
}

/** The current sessions of all users. All except the operator's own current one can be ended. */
export default recordPage(sessions)

async function end(rows: readonly Session[], onDone: () => void) {
  const [first, ...others] = rows
  if (!first) return
  const names = others.length > 0 ? new Set(rows.map(({ username }) => username)) : [labelOf(first)]
  await endAfterAsking({
    count: rows.length,
    text: first.isCurrent ? tr('session.endCurrentText') : tr('session.endText', { names: [...names].join(', ') }),
    end: () => endSessions(rows.map(({ sessionId }) => sessionId)),
    onDone,
  })
}

function labelOf(session: Session) {
  return `${session.username}, ${deviceText(session, tr)}`
}

/** The columns of the list of sessions. `onEnd`: undefined for operators who may only read. */
const sessionColumns = (t: T, onEnd: ((session: Session) => void) | undefined): Column<Session, SessionQuery>[] => [
  {
    id: 'username',
    header: t('resource.user'),
    sortable: true,
    canHide: false,
    cell: ({ username, nickName, isCurrent }) => (
      <span className="row baseline inline wrap session-user">
        <b>{nickName}</b> <span className="session-account">{username}</span>
        {isCurrent && <Tag tone="info">{t('session.current')}</Tag>}
      </span>
    ),
  },
  { id: 'device', header: t('operation.device'), cell: (session) => deviceText(session, t) },
  { id: 'ipaddr', priority: 3, header: t('operation.address'), cell: ({ ipaddr }) => ipaddr || '-' },
  {
    id: 'lastSeenAt',
    header: t('session.lastSeenAt'),
    sortable: true,
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} relative />,
  },
  {
    id: 'signedInAt',
    priority: 3,
    header: t('session.signedInAt'),
    sortable: true,
    cell: ({ signedInAt }) => <Time value={signedInAt} />,
  },
  { id: 'method', priority: 3, header: t('session.method'), cell: ({ method }) => t(`session.method.${method}`) },
  {
    id: 'actingRole',
    priority: 3,
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
