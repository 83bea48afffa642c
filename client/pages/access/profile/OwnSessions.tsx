import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OwnSession } from '#shared/access/session'
import { endOwnSessions, getOwnSessions } from '../../../api/access/session'
import { Button } from '../../../ui/Button'
import { deviceText, isPhone } from '../../../ui/app/device'
import { endAfterAsking } from '../../../ui/app/end-sessions'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/icons/Icon'
import { actingRoleName } from '../../../ui/record/names'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { useFocusInList } from '../../../ui/form/useFocusInList'
import { tr, useText } from '../../../ui/useText'

const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => getOwnSessions(signal),
})

/** The operator's sessions. All except the current one can be ended here. */
export function OwnSessions() {
  const t = useText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useFocusInList(box, 'li')
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []

  function end(sessions: readonly OwnSession[]) {
    const ids = sessions.map(({ sessionId }) => sessionId)
    const names = sessions.map((session) => `${deviceText(session, t)} (${session.address})`)
    void endAfterAsking({
      count: ids.length,
      text: tr('session.endText', { names: names.join(', ') }),
      end: () => endOwnSessions(ids),
      onDone() {
        queries.setQueryData(ownSessionsQuery.queryKey, (sessions) =>
          sessions?.filter(({ sessionId }) => !ids.includes(sessionId)),
        )
        void queries.invalidateQueries()
      },
    })
  }

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="120px" />
  return (
    <div ref={box} {...heldFocus}>
      <ul className="profile-list" aria-label={t('profile.sessions')}>
        {data.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => end([session])} />
        ))}
      </ul>
      {others.length > 1 && (
        <div className="row wrap profile-foot">
          <Button onClick={() => end(others)}>{t('profile.endOthers', { count: others.length })}</Button>
        </div>
      )}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useText()
  const { isCurrent, address, method, lastSeenAt } = session
  const actingRole = actingRoleName(session)
  const device = deviceText(session, t)
  const facts = [address, t(`session.method.${method}`), actingRole && t('profile.asRole', { role: actingRole })]
  return (
    <li>
      <Icon name={isPhone(session) ? 'phone' : 'monitor'} size={20} />
      <div className="profile-list-main">
        <p>
          {device} {isCurrent && <Tag tone="info">{t('session.current')}</Tag>}
        </p>
        <p className="profile-list-facts">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="profile-list-time">
        <Time value={lastSeenAt} relative />
      </span>
      {!isCurrent && (
        <Button variant="text" aria-label={`${t('session.end')} ${device}`} onClick={onEnd}>
          {t('session.end')}
        </Button>
      )}
    </li>
  )
}
