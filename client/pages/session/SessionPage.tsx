import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Session, SessionQuery } from '#shared/schemas/session'
import { endSessions, getSessions } from '../../api/session'
import { useAllowed } from '../../ui/Allow'
import { Button } from '../../ui/Button'
import { DataTable } from '../../ui/DataTable'
import { deviceText } from '../../ui/device'
import { endAfterAsking } from '../../ui/end-sessions'
import { SearchBox } from '../../ui/SearchBox'
import { useList } from '../../ui/useList'
import { useListQuery } from '../../ui/useListQuery'
import { useText, type T } from '../../ui/useText'
import { sessionColumns } from './columns'

/** Who is signed in at the moment, and where; any of it can be ended. */
export default function SessionPage() {
  const t = useText()
  const queries = useQueryClient()
  const [query, setQuery] = useListQuery<SessionQuery>()
  const page = useList('session', getSessions, query)
  const [selected, setSelected] = useState<number[]>([])
  const mayEnd = useAllowed(['admin:sysSession:remove'])

  const columns = useMemo(() => {
    const refresh = () => void queries.invalidateQueries() // a session counts on other pages too
    return sessionColumns(t, mayEnd ? (session) => end([session], t, refresh) : undefined)
  }, [t, queries, mayEnd])

  /** What is ticked belongs to the rows in view. */
  function show(next: SessionQuery) {
    setSelected([])
    setQuery(next)
  }
  const filter = (change: Partial<SessionQuery>) => show({ ...query, ...change, pageIndex: 1 })

  function endSelected() {
    const sessions = page.list.filter(({ sessionId }) => selected.includes(sessionId))
    end(sessions, t, () => {
      setSelected([])
      void queries.invalidateQueries()
    })
  }

  return (
    <section>
      <div className="page-head">
        <div>
          <h1>{t('session.title')}</h1>
          <p className="page-intro">{t('session.intro')}</p>
        </div>
      </div>
      <DataTable
        label={t('session.title')}
        columns={columns}
        page={page}
        query={query}
        onQuery={show}
        rowId={(session) => session.sessionId}
        rowLabel={(session) => labelOf(session, t)}
        toolbar={
          <>
            <SearchBox
              label={t('session.user')}
              value={query.username ?? ''}
              onSearch={(username) => filter({ username })}
            />
            <SearchBox
              label={t('session.address')}
              value={query.ipaddr ?? ''}
              onSearch={(ipaddr) => filter({ ipaddr })}
            />
          </>
        }
        {...(mayEnd && {
          selection: {
            selected,
            onSelect: setSelected,
            canSelect: (session: Session) => !session.isCurrent,
            actions: <Button onClick={endSelected}>{t('session.endCount', { count: selected.length })}</Button>,
          },
        })}
        name="session"
      />
    </section>
  )
}

function end(sessions: readonly Session[], t: T, onDone: () => void) {
  const [first, ...others] = sessions
  if (!first) return
  const names = others.length > 0 ? new Set(sessions.map(({ username }) => username)) : [labelOf(first, t)]
  void endAfterAsking({
    count: sessions.length,
    text: first.isCurrent ? t('session.endCurrentText') : t('session.endText', { names: [...names].join(', ') }),
    end: () => endSessions(sessions.map(({ sessionId }) => sessionId)),
    onDone,
  })
}

const labelOf = (session: Session, t: T) => `${session.username}, ${deviceText(session, t)}`
