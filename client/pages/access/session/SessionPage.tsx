import type { Session, SessionQuery } from '#shared/access/session'
import { endSessions, getSessions } from '../../../api/access/session'
import { deviceText } from '../../../ui/app/device'
import { endAfterAsking } from '../../../ui/app/end-sessions'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { tr, useText } from '../../../ui/useText'
import { sessionColumns } from './columns'

const sessions: Resource<Session, SessionQuery> = {
  name: 'session',
  id: ({ sessionId }) => sessionId,
  label: labelOf,
  words: { title: 'session.title', intro: 'session.intro', remove: 'session.endCount' },
  tags: { remove: 'admin:sysSession:remove' },
  api: { list: getSessions },
  columns: (t, { onRemove }) => sessionColumns(t, onRemove),
  Filters: SessionFilters,
  isFixed: ({ isCurrent }) => isCurrent,
  remove: end,
}

/** Who is signed in at the moment, and where; any of it can be ended. */
export default function SessionPage() {
  return <RecordPage of={sessions} />
}

function SessionFilters({ query, filter }: FiltersProps<SessionQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('session.user')} value={query.username ?? ''} onSearch={(username) => filter({ username })} />
      <SearchBox label={t('session.address')} value={query.ipaddr ?? ''} onSearch={(ipaddr) => filter({ ipaddr })} />
    </>
  )
}

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
