import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Fact } from '../../../ui/layout/Fact'
import { Button } from '../../../ui/Button'
import { qrTexts, withWords } from '../../../ui/app/word-parts'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { isReady } from '../../../ui/ready'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { messengerQuery } from './queries'
import './Messenger.css'

const BindMessenger = dialogPart(() => withWords(() => import('./MessengerBind'), qrTexts))
const UnbindMessenger = dialogPart(() => import('./MessengerUnbind'))

/** The operator's WeCom binding, and buttons to change it. Nothing if WeCom is not set up. */
export function Messenger() {
  const t = useText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(messengerQuery)
  const [open, setOpen] = useState<'bind' | 'unbind'>()

  async function show(dialog: 'bind' | 'unbind') {
    if (await isReady(dialog === 'bind' ? BindMessenger : UnbindMessenger)) setOpen(dialog)
  }

  function close(isChanged: boolean) {
    setOpen(undefined)
    if (isChanged) void queries.invalidateQueries(messengerQuery)
  }

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="16em" />
  if (!data.isEnabled) return null
  const { memberId, boundAt } = data
  return (
    <div className="messenger">
      {memberId === null ? (
        <p>{t('messenger.none')}</p>
      ) : (
        <dl className="messenger-facts">
          <Fact label={t('messenger.member')}>{memberId}</Fact>
          <Fact label={t('messenger.since')}>
            <Time value={boundAt} relative />
          </Fact>
        </dl>
      )}
      {memberId === null ? (
        <Button onClick={() => void show('bind')}>{t('messenger.bind')}</Button>
      ) : (
        <Button onClick={() => void show('unbind')}>{t('messenger.unbind')}</Button>
      )}
      {open === 'bind' && <BindMessenger onClose={close} />}
      {open === 'unbind' && <UnbindMessenger onClose={close} />}
    </div>
  )
}
