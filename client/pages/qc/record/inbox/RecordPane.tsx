import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { isAllowed } from '#shared/permissions'
import { recordPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import { hindranceOf, participantTags, type RecordAction } from '#shared/qc/record/workflow'
import { Failure } from '../../../../api/http'
import { recordApi } from '../../../../api/qc/record'
import { onFeed } from '../../../../stores/qc/feed'
import { session } from '../../../../stores/session'
import { useAllowed, useLastPermissions } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Facts } from '../../../../ui/layout/Fact'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { SignalCards, useRecordSignals } from '../../../../ui/qc/signal/SignalCards'
import { Verdict } from '../../../../ui/qc/Verdict'
import { isReady } from '../../../../ui/ready'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'
import { assignmentText } from '../../../../ui/qc/assign/assignment-text'
import { AssignRecord } from '../AssignRecord'
import { useCommentDraft } from '../CommentForm'
import { Comments } from '../Comments'
import { ReturnNotice } from '../Notices'
import { ReadValues } from '../ReadValues'
import { recordKey, takeRecord } from '../record-query'
import { ChangesSince, isOther } from './ChangesSince'
import { ItemChart } from './ItemChart'
import { PaneBar } from './PaneBar'
import type { InboxView } from './useInbox'
import { worstItem } from './worst-item'
import '../record.css'

const SignDialog = dialogPart(() => import('../sign/SignDialog'))

type SignedHere = 'review' | 'approve' | 'reject'

type RecordPaneProps = {
  id: number
  /** True if it waits because a comment mentions the operator. */
  isMention: boolean
  inbox: InboxView
  onDone: (said: string) => void
}

/** A waiting record: its content, and the next step. */
export function RecordPane({ id, ...rest }: RecordPaneProps) {
  const queries = useQueryClient()
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => recordApi.get(id, signal),
    refetchOnMount: 'always',
    retry: false,
  })
  useEffect(
    () =>
      onFeed((event) => {
        const isIts = event.type === 'record' ? event.data.qcValueBaseId === id : event.type === 'reset'
        if (isIts) void queries.invalidateQueries({ queryKey: recordKey(id) })
      }),
    [queries, id],
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <Skeleton height="480px" />
  return <Shown record={data} {...rest} />
}

function Shown({ record, isMention, inbox, onDone }: Omit<RecordPaneProps, 'id'> & { record: RecordDetail }) {
  const t = useText()
  const localized = useLocalizedName()
  const queries = useQueryClient()
  const { userId } = useSnapshot(session)
  const permissions = useLastPermissions()
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const mayComment = isAllowed(permissions, participantTags)
  const signals = useRecordSignals(record.qcValueBaseId, maySeeSignals)
  const [comment, setComment] = useCommentDraft()
  const comments = useRef<HTMLElement>(null)
  const [action, setAction] = useState<SignedHere>()
  const [isNoting, setIsNoting] = useState(false)
  // The version that the operator has seen. Later changes are shown before signing.
  const [seen, setSeen] = useState(record)
  const isChanged = isOther(seen, record)
  const seenButton = useRef<HTMLButtonElement>(null)
  const { qcValueBaseId, recordNo, judgement } = record
  const can = (step: RecordAction) =>
    hindranceOf(step, record, { userId, permissions }, record.isSelfAllowed) === undefined
  const next = (['approve', 'review'] as const).find(can)
  const isReturned = can('submit')
  const open = signals?.filter(({ state }) => state === 'open') ?? []
  const worst = worstItem(record, new Set(open.map(({ itemKey }) => itemKey)))

  async function sign(wanted: SignedHere) {
    if (isChanged) return seenButton.current?.focus()
    if (await isReady(SignDialog)) setAction(wanted)
  }

  async function noteSeen() {
    setIsNoting(true)
    try {
      takeRecord(queries, await recordApi.seeMentions(qcValueBaseId))
      onDone(t('qcInbox.done', { no: recordNo, what: t('qcInbox.mentionSeen') }))
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure // the call has reported it
    } finally {
      setIsNoting(false)
    }
  }

  function closeDialog() {
    setAction(undefined)
    requestAnimationFrame(() => seenButton.current?.focus()) // exists if another operator has changed the record
  }

  return (
    <>
      <header className="card inbox-head">
        <div className="row wrap">
          <h2 tabIndex={-1}>{recordNo}</h2>
          <Verdict value={judgement} />
          <RecordStatusTag of={record} />
          {record.ngItems > 0 && (
            <span className="record-count-ng">{t('qcRecord.ngItems', { count: record.ngItems })}</span>
          )}
        </div>
        <Facts
          className="facts record-facts"
          of={[
            [t('qc.template'), `${localized(templateOf(record))} · ${t('qcRecord.version', { no: record.versionNo })}`],
            [t('qc.lot'), record.lotNo ?? '-'],
            [t('qc.equipment'), localized(equipmentOf(record)) ?? '-'],
            [t('qcRecord.operator'), record.operatorName],
            [t('qcRecord.inspectedAt'), <Time key="inspectedAt" value={record.inspectedAt} />],
            [t('qcAssign.owner'), assignmentText(t, record.assignment)],
            [t('record.remark'), record.remark],
          ]}
        />
      </header>
      {isChanged && <ChangesSince before={seen} now={record} button={seenButton} onSeen={() => setSeen(record)} />}
      <ReturnNotice record={record} />
      {maySeeSignals && (signals?.length ?? 0) > 0 && (
        <section className="card inbox-part" aria-label={t('qcSignal.title')}>
          <SignalCards qcValueBaseId={qcValueBaseId} />
        </section>
      )}
      <section className="card" aria-label={t('qcRecord.values')}>
        <ReadValues record={record} />
      </section>
      {worst && (
        <section className="stack" aria-label={t('qcInbox.worst', { name: localized(worst) })}>
          <h3 className="inbox-worst">{t('qcInbox.worst', { name: localized(worst) })}</h3>
          <ItemChart qcValueBaseId={qcValueBaseId} itemKey={worst.itemKey} />
        </section>
      )}
      <section ref={comments} className="card" aria-label={t('qcRecord.comments')}>
        <Comments record={record} draft={comment} onDraft={setComment} />
      </section>
      <PaneBar
        inbox={inbox}
        href={recordPath(qcValueBaseId)}
        {...(isReturned && { openLabel: t('qcInbox.edit'), isOpenPrimary: true })}
        status={open.length > 0 && t('qcInbox.openSignals', { count: open.length })}
      >
        <AssignRecord record={record} />
        {mayComment && (
          <Button aria-keyshortcuts="c" onClick={() => comments.current?.querySelector('textarea')?.focus()}>
            {t('qcInbox.comment')}
          </Button>
        )}
        {isMention && (
          <Button variant="primary" busy={isNoting} onClick={() => void noteSeen()}>
            {t('qcInbox.mentionSeen')}
          </Button>
        )}
        {can('reject') && (
          <Button aria-keyshortcuts="x" onClick={() => void sign('reject')}>
            {t('qcRecord.action.reject')}
          </Button>
        )}
        {next && (
          <Button variant="primary" icon="sign" aria-keyshortcuts="a" onClick={() => void sign(next)}>
            {t(`qcRecord.action.${next}`)}
          </Button>
        )}
      </PaneBar>
      {action && (
        <SignDialog
          record={record}
          action={action}
          onDone={(after, isDone) => {
            takeRecord(queries, after)
            if (!isDone) return
            setSeen(after)
            onDone(t('qcInbox.done', { no: recordNo, what: t(`qcRecord.done.${action}`) }))
          }}
          onClose={closeDialog}
        />
      )}
    </>
  )
}
