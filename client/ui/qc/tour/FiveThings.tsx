import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { SCAN_PATH, signalsPath } from '#shared/qc/paths'
import type { RecordEvent } from '#shared/qc/wall'
import { recordApi } from '../../../api/qc/record'
import { onFeed } from '../../../stores/qc/feed'
import { session } from '../../../stores/session'
import { useAllowed } from '../../Allow'
import { IconButton } from '../../Button'
import { TickBox } from '../../input/TickBox'
import { useText } from '../../useText'
import './FiveThings.css'

const things = ['signal', 'search', 'reading', 'arrives', 'viewer'] as const
type Thing = (typeof things)[number]

const VIEWER = 'viewer'
const LABELS_PATH = '/caliper/qr'
const WALL_PATH = '/caliper/bigscreen'

/** The suggestions that the operator may try, each with its page if it has one. */
function useTries(): Partial<Record<Thing, string | null>> {
  const mayLabel = useAllowed(['qc:qr:list'])
  const maySeeWall = useAllowed(['qc:bigscreen:list'])
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const maySeeRecords = useAllowed(['qc:record:list'])
  const mayRecord = useAllowed(['qc:record:add'])
  return {
    ...(maySeeSignals && { signal: signalsPath({ state: 'open' }) }),
    ...(maySeeRecords && { search: null }),
    ...(mayRecord && { reading: mayLabel ? LABELS_PATH : SCAN_PATH }),
    ...(mayRecord && { arrives: maySeeWall ? WALL_PATH : null }),
    viewer: null,
  }
}

/** This one is done by opening the list; for the others a visit is not enough. */
const DONE_BY_VISIT: Thing = 'signal'

type FiveThingsProps = {
  done: readonly string[]
  onTick: (...things: (Thing | 'dismissed')[]) => void
  onUntick: (thing: Thing) => void
}

/** True if a new record is the operator's own, from any device. Records of others come in all the time. */
async function ownArrives({ qcValueBaseId, status }: RecordEvent, userId: number): Promise<boolean> {
  if (status === 'draft' || status === 'voided') return false
  return recordApi.get(qcValueBaseId).then(
    ({ operatorId }) => operatorId === userId,
    () => false, // not readable: another operator's
  )
}

/** Suggestions for a visitor of the demonstration. Each is ticked off when it is done. */
export default function FiveThings({ done: all, onTick, onUntick }: FiveThingsProps) {
  const t = useText()
  const { roles, userId } = useSnapshot(session)
  const tries = useTries()
  const offered = things.filter((thing) => tries[thing] !== undefined)
  const done = offered.filter((thing) => all.includes(thing))
  const isViewer = roles.includes(VIEWER)
  const isAwaited = offered.includes('arrives') && !done.includes('arrives')
  const isNews = isViewer && !done.includes('viewer')
  useEffect(() => {
    if (isNews) onTick('viewer')
  }, [isNews, onTick])
  useEffect(() => {
    if (!isAwaited) return undefined
    return onFeed((event) => {
      if (event.type === 'record')
        void ownArrives(event.data, userId).then((isOwn) => isOwn && onTick('reading', 'arrives'))
    })
  }, [isAwaited, userId, onTick])
  return (
    <>
      <header>
        <h2 id="five-things">
          {t(offered.length === things.length ? 'qcDemo.title' : 'qcDemo.some')}{' '}
          <small>{t('qcDemo.done', { done: done.length, count: offered.length })}</small>
        </h2>
        <IconButton label={t('qcDemo.dismiss')} icon="close" onClick={() => onTick('dismissed')} />
      </header>
      <ol className="five-things" aria-labelledby="five-things">
        {offered.map((thing) => {
          const label = t(`qcDemo.${thing}`)
          const isDone = done.includes(thing)
          const href = tries[thing]
          return (
            <li key={thing}>
              <TickBox
                label={label}
                state={isDone ? 'all' : 'none'}
                onTick={() => (isDone ? onUntick(thing) : onTick(thing))}
              />
              {href ? (
                <Link href={href} onClick={() => thing === DONE_BY_VISIT && onTick(thing)}>
                  {label}
                </Link>
              ) : (
                <span>{label}</span>
              )}
              <small>{t(`qcDemo.${thing}Hint`)}</small>
            </li>
          )
        })}
      </ol>
      <p className="muted small">
        <b>{t('qcDemo.own')}</b> {t('qcDemo.ownHint', { command: 'bun start' })}
      </p>
    </>
  )
}
