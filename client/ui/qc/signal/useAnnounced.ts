import { useEffect, useRef, useState } from 'react'
import type { Signal } from '#shared/qc/signal'
import { onFeed } from '../../../stores/qc/feed'
import { session } from '../../../stores/session'
import { useStable } from '../../table/useStable'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'

/** NG records that this window has announced. Later steps, and a new connection, report the same records again. */
const announced = new Set<number>()
/** A window may stay open for months; only events of the last hours are repeated. */
const MAX_REMEMBERED = 500

type Announced = {
  /** Names the newest signal; for a polite live region. */
  message: string
  /** Names a record that is NG; for an assertive live region. */
  alarm: string
}

/** Announcements for screen readers: new signals, and records that came in as NG since the page was loaded. */
export function useAnnounced(latest: readonly Signal[] | undefined): Announced {
  const t = useText()
  const localized = useLocalizedName()
  const [message, setMessage] = useState('')
  const [alarm, setAlarm] = useState('')
  const seen = useRef<ReadonlySet<number>>(undefined)

  /** The texts of rules are loaded with the first signal that is announced. */
  async function announceSignal(signal: Signal, more: number) {
    const words = await import('./signal-words').catch(() => undefined) // without network there is nothing to announce
    if (!words) return
    const item = localized({ name: signal.itemName, nameEn: signal.itemNameEn })
    const what = words.signalInShort(t, signal)
    setMessage(more === 0 ? t('qcSignal.new', { item, what }) : t('qcSignal.newMany', { item, what, count: more }))
  }

  const announce = useStable((signals: readonly Signal[]) => {
    const [newest, ...others] = signals.filter(({ signalId }) => seen.current?.has(signalId) === false)
    const ids = [...(seen.current ?? []), ...signals.map(({ signalId }) => signalId)]
    seen.current = new Set(ids.slice(-MAX_REMEMBERED))
    if (newest) void announceSignal(newest, others.length)
  })
  useEffect(() => {
    if (latest) announce(latest)
  }, [latest, announce])

  const sound = useStable((recordNo: string) => setAlarm(t('qcSignal.ng', { recordNo })))
  useEffect(
    () =>
      onFeed(
        (event) => {
          if (event.type !== 'record') return
          const { qcValueBaseId, judgement, status, recordNo } = event.data
          if (judgement !== 'NG' || status !== 'submitted' || announced.has(qcValueBaseId)) return
          announced.add(qcValueBaseId)
          if (announced.size > MAX_REMEMBERED) announced.delete(announced.values().next().value!)
          sound(recordNo)
        },
        session.lastEventId === undefined ? {} : { after: session.lastEventId },
      ),
    [sound],
  )
  return { message, alarm }
}
