import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath, RECORDS_PATH } from '#shared/qc/paths'
import { layout } from '../../../../stores/layout'
import { onSent } from '../../../../stores/qc/draft-sending'
import { closeTabs } from '../../../../stores/tabs'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { PhoneEntry } from '../../../../ui/qc/entry/PhoneEntry'
import { useDraft } from '../../../../ui/qc/draft/useDraft'
import { TabPath, useAddressOf, useTabTitle } from '../../../../ui/tab'
import { useText } from '../../../../ui/useText'
import { DeskEntry } from './DeskEntry'
import { takeRecord } from '../record-query'

/** A record on this device: it is entered here, and sent when complete and online. */
export default function LocalRecord({ clientUid }: { clientUid: string }) {
  const t = useText()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { isLoaded, draft, sentAs } = useDraft(clientUid)
  const { device } = useSnapshot(layout)
  const tab = useContext(TabPath)
  const records = useAddressOf(RECORDS_PATH)
  useTabTitle(draft?.template.name, draft?.template.nameEn)

  const onAnySent = useEffectEvent(
    (sentUid: string, record: RecordDetail) => sentUid === clientUid && takeRecord(queries, record),
  )
  useEffect(() => onSent(({ draft: sent, record }) => void onAnySent(sent.clientUid, record)), [])
  /** The server has the record: its page replaces this one, once this one is visible. */
  const leave = useEffectEvent((qcValueBaseId: number) => {
    closeTabs([tab])
    navigate(recordPath(qcValueBaseId), { replace: true })
  })
  const refusedFor = draft?.state === 'refused' ? draft.faults : undefined
  useEffect(() => {
    if (refusedFor) void queries.invalidateQueries({ queryKey: ['search-select'] }) // a choice may be gone by now
  }, [queries, refusedFor])
  const isGone = draft === undefined // what was changed since it was sent stays
  useEffect(() => {
    if (sentAs !== undefined && isGone) leave(sentAs)
  }, [sentAs, isGone])

  if (draft) return device === 'mobile' ? <PhoneEntry draft={draft} /> : <DeskEntry draft={draft} />
  if (!isLoaded || sentAs !== undefined) return null
  return <EmptyState text={t('qcDraft.gone')} action={<Link href={records}>{t('qcRecord.back')}</Link>} />
}
