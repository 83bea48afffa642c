import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { signalApi } from '../../../api/qc/signal'
import { feedState } from '../../../stores/qc/feed'
import { Icon } from '../../icons/Icon'
import { part } from '../../part'
import { isReady } from '../../ready'
import { useText } from '../../useText'
import { useLiveSignals } from './useLiveSignals'
import { pollMs } from '../useLiveQueries'
import { useAnnounced } from './useAnnounced'
import { SIGNAL_KEY } from '../query-keys'
import '../bar-button.css'
import './bell.css'

const BellPopover = part(() => import('./BellPopover'))

const MOST = 99

/** Shows the number of open signals, opens the latest of them, and announces new ones. */
export function BellButton() {
  const t = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isLive = useSnapshot(feedState()).line === 'connected'
  const { data, isError } = useQuery({
    queryKey: [SIGNAL_KEY, 'bell'],
    queryFn: ({ signal }) => signalApi.bell(signal),
    refetchInterval: pollMs(isLive),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const { message, alarm } = useAnnounced(data?.latest) // must come first: the connection is shared
  useLiveSignals()
  const open = data?.open ?? 0
  const label = data ? t('qcSignal.bell', { count: open }) : t('qcSignal.title') // zero is different from unknown
  async function toggle() {
    if (isOpen) setIsOpen(false)
    else if (await isReady(BellPopover)) setIsOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="bar-button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => void toggle()}
      >
        <Icon name="bell" size={20} />
        {open > 0 && <span className="bar-button-count">{open > MOST ? `${MOST}+` : open}</span>}
      </button>
      <span className="sr-only" role="status">
        {message}
      </span>
      <span className="sr-only" role="alert">
        {alarm}
      </span>
      {isOpen && data && (
        <BellPopover
          id={id}
          label={label}
          bell={data}
          isLive={isLive && !isError}
          anchor={() => button.current}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
