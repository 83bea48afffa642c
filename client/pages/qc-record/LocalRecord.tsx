import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import type { RecordDetail } from '#shared/schemas/qc-record'
import { layout } from '../../stores/layout'
import { onSent } from '../../stores/qc-draft-sending'
import { EmptyState } from '../../ui/EmptyState'
import { useCalled } from '../../ui/qc/called'
import { PhoneEntry } from '../../ui/qc/entry/PhoneEntry'
import { useDraft } from '../../ui/qc/entry/useDraft'
import { useTabTitle } from '../../ui/tab'
import { useText } from '../../ui/useText'
import { DeskEntry } from './DeskEntry'
import { LIST_PATH, recordPath } from './paths'
import { takeRecord } from './record-query'

/** A record that lies on this device: it is entered here, and sent when it is done and there is a network. */
export default function LocalRecord({ clientUid }: { clientUid: string }) {
  const t = useText()
  const called = useCalled()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { isLoaded, draft } = useDraft(clientUid)
  const { device } = useSnapshot(layout)
  useTabTitle(draft && called(draft.template))

  /** The server has it: its own page takes the place of this one. */
  function leave(record: RecordDetail) {
    takeRecord(queries, record)
    navigate(recordPath(record.qcValueBaseId), { replace: true })
  }
  // It may also have been sent from elsewhere, or by itself.
  const onAnySent = useEffectEvent((sentUid: string, record: RecordDetail) => sentUid === clientUid && leave(record))
  useEffect(() => onSent(({ draft: sent, record }) => void onAnySent(sent.clientUid, record)), [])

  if (draft) return device === 'mobile' ? <PhoneEntry draft={draft} onSent={leave} /> : <DeskEntry draft={draft} />
  if (!isLoaded) return null
  return <EmptyState text={t('qcDraft.gone')} action={<Link href={LIST_PATH}>{t('qcRecord.back')}</Link>} />
}
