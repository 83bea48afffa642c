import { useEffect, useRef, useState } from 'react'
import type { Signal } from '#shared/schemas/qc-signal'
import { onFeed } from '../../../stores/feed'
import { useStable } from '../../useStable'
import { useText } from '../../useText'
import { useCalled } from '../called'

type Announced = {
  /** Of the newest signal, once it is there; for a polite live region. */
  said: string
  /** Of a record that is not good; for an assertive one. */
  alarm: string
}

/** What is read out, and never sounded, as it happens: signals that are new, and records that came in as NG. */
export function useAnnounced(latest: readonly Signal[] | undefined): Announced {
  const t = useText()
  const called = useCalled()
  const [said, setSaid] = useState('')
  const [alarm, setAlarm] = useState('')
  const known = useRef<ReadonlySet<number>>(undefined)
  const told = useRef(new Set<number>())

  /** The words of rules come with the first signal that has to be told. */
  async function tell(news: Signal, more: number) {
    const words = await import('./signal-words').catch(() => undefined) // without network there is nothing to tell
    if (!words) return
    const item = called({ name: news.itemName, nameEn: news.itemNameEn })
    const what = words.signalInShort(t, news)
    setSaid(more === 0 ? t('qcSignal.new', { item, what }) : t('qcSignal.newMany', { item, what, count: more }))
  }

  const announce = useStable((signals: readonly Signal[]) => {
    const [news, ...others] = signals.filter(({ signalId }) => known.current?.has(signalId) === false)
    known.current = new Set([...(known.current ?? []), ...signals.map(({ signalId }) => signalId)])
    if (!news) return
    void tell(news, others.length)
  })
  useEffect(() => {
    if (latest) announce(latest)
  }, [latest, announce])

  const sound = useStable((recordNo: string) => setAlarm(t('qcSignal.ng', { recordNo })))
  useEffect(
    () =>
      onFeed((event) => {
        if (event.type !== 'record') return
        const { qcValueBaseId, judgement, status, recordNo } = event.data
        // Later steps tell of the same record; it is news once.
        if (judgement !== 'NG' || status !== 'submitted' || told.current.has(qcValueBaseId)) return
        told.current.add(qcValueBaseId)
        sound(recordNo)
      }),
    [sound],
  )
  return { said, alarm }
}
