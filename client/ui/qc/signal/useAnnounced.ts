import { useEffect, useRef, useState } from 'react'
import type { Signal } from '#shared/qc/signal'
import { onFeed } from '../../../stores/qc/feed'
import { session } from '../../../stores/session'
import { useStable } from '../../table/useStable'
import { useText } from '../../useText'
import { useCalled } from '../localized-name'

/** Records that this window has told of as NG. Later steps, and a connection that begins anew, tell of the same ones. */
const announcedRecords = new Set<number>()
/** A window may stay open for months; what is told again is of the last hours. */
const MOST_KNOWN = 500

type Announced = {
  /** Of the newest signal, once it is there; for a polite live region. */
  said: string
  /** Of a record that is not good; for an assertive one. */
  alarm: string
}

/**
 * What is read out, and never sounded, as it happens: signals that are new, and records that came in as NG since the page
 * was loaded.
 */
export function useAnnounced(latest: readonly Signal[] | undefined): Announced {
  const t = useText()
  const called = useCalled()
  const [said, setSaid] = useState('')
  const [alarm, setAlarm] = useState('')
  const known = useRef<ReadonlySet<number>>(undefined)

  /** The words of rules come with the first signal that has to be told. */
  async function announceInWords(news: Signal, more: number) {
    const words = await import('./signal-words').catch(() => undefined) // without network there is nothing to tell
    if (!words) return
    const item = called({ name: news.itemName, nameEn: news.itemNameEn })
    const what = words.signalInShort(t, news)
    setSaid(more === 0 ? t('qcSignal.new', { item, what }) : t('qcSignal.newMany', { item, what, count: more }))
  }

  const announce = useStable((signals: readonly Signal[]) => {
    const [news, ...others] = signals.filter(({ signalId }) => known.current?.has(signalId) === false)
    const ids = [...(known.current ?? []), ...signals.map(({ signalId }) => signalId)]
    known.current = new Set(ids.slice(-MOST_KNOWN))
    if (!news) return
    void announceInWords(news, others.length)
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
          if (judgement !== 'NG' || status !== 'submitted' || announcedRecords.has(qcValueBaseId)) return
          announcedRecords.add(qcValueBaseId)
          if (announcedRecords.size > MOST_KNOWN) announcedRecords.delete(announcedRecords.values().next().value!)
          sound(recordNo)
        },
        session.lastEventId === undefined ? {} : { after: session.lastEventId },
      ),
    [sound],
  )
  return { said, alarm }
}
