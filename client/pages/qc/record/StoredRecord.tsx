import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { arePhotosUnderWay, photosAtHand } from '../../../stores/qc/photos-under-way'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { keepFocus } from '../../../ui/record/record-actions'
import { IsSending } from '../../../ui/qc/photo/is-sending'
import { SignalCards, useOpenSignals } from '../../../ui/qc/signal/SignalCards'
import { useUnsaved } from '../../../ui/tab'
import { useLockedFields } from '../../../ui/form/lock-fields'
import { useText } from '../../../ui/useText'
import { useCommentDraft } from './CommentForm'
import { Comments } from './Comments'
import { focusProblem, type Problem } from './entry/useProblems'
import { Notice, ReturnNotice } from './Notices'
import { ReadValues } from './ReadValues'
import { RecordBar } from './RecordBar'
import { RecordHead } from './RecordHead'
import { Signatures } from './sign/Signatures'
import { SubTabs } from '../../../ui/layout/SubTabs'
import { useRecordEditor } from './useRecordEditor'
import './record.css'

const EntryPane = part(() => import('./entry/EntryPane'))
const AuditTab = part(() => import('./AuditTab'))
const SignDialog = dialogPart(() => import('./sign/SignDialog'))
const ReasonDialog = dialogPart(() => import('./sign/ReasonDialog'))
const ConflictDialog = dialogPart(() => import('./entry/ConflictDialog'))
const HoldForm = dialogPart(() => import('../../../ui/qc/sign/HoldForm'))

/** A record on the server: read, edited and signed, depending on the operator's rights. */
export function StoredRecord({ record }: { record: RecordDetail }) {
  const t = useText()
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const openSignals = useOpenSignals(record.qcValueBaseId, maySeeSignals)
  const editor = useRecordEditor(record)
  const { edit, opened } = editor
  const page = useRef<HTMLElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [comment, setComment] = useCommentDraft()
  const [isHolding, setIsHolding] = useState(false)
  const [awaited, setAwaited] = useState<'save' | 'submit'>()
  const mayHold = useAllowed(['qc:lot:hold', 'qc:lot:edit'])
  useUnsaved(edit.isChanged, edit.isKept)
  const isSending = editor.busy !== undefined && editor.busy !== 'save'
  useLockedFields(pane, isSending) // submitted values can no longer be changed

  const hold = async () => (await isReady(HoldForm)) && setIsHolding(true)

  function save() {
    if (!editor.save()) void editor.open(ReasonDialog, { kind: 'reason', goal: 'save' })
  }

  const goTo = (problem: Problem) => page.current && focusProblem(page.current, problem)

  function submit() {
    const outcome = editor.submit()
    if (outcome === 'reason') void editor.open(ReasonDialog, { kind: 'reason', goal: 'submit' })
    if (outcome === 'faulty' && editor.firstProblem) goTo(editor.firstProblem)
  }

  const lastStatus = useRef(record.status)
  useEffect(() => {
    if (record.status !== lastStatus.current) keepFocus() // the pressed button may be gone
    lastStatus.current = record.status
  }, [record.status])

  const goals = useRef({ save, submit })
  useLayoutEffect(() => {
    goals.current = { save, submit }
  })

  /** Photos chosen before saving belong to the saved record, even while they are still being reduced. */
  async function onGoal(goal: 'save' | 'submit') {
    if (awaited) return
    if (arePhotosUnderWay()) {
      setAwaited(goal)
      await photosAtHand()
      setAwaited(undefined)
    }
    goals.current[goal]()
  }

  async function discard() {
    const isSure = await confirm({
      title: t('dialog.discardTitle'),
      text: t('qcRecord.discardText'),
      confirmLabel: t('dialog.discard'),
      cancelLabel: t('dialog.keepEditing'),
      tone: 'danger',
    })
    if (isSure) edit.rebase(record)
  }

  return (
    <section ref={page} className="stack gap-12 record">
      <ReturnNotice record={record} />
      <RecordHead record={record} />
      {edit.isStale && (
        <Notice text={t('qcRecord.staleNotice')}>
          <Button onClick={() => void editor.open(ConflictDialog, { kind: 'conflict', current: record })}>
            {t('qcRecord.compare')}
          </Button>
        </Notice>
      )}
      {editor.refusal.message && <Notice tone="error" text={editor.refusal.message} />}
      {record.isHoldProposed && (
        <Notice tone="warn" text={t(mayHold ? 'qcLot.holdAsked' : 'qcLot.holdNeeded', { lotNo: record.lotNo ?? '' })}>
          {mayHold && <Button onClick={() => void hold()}>{t('qcLot.holdIt')}</Button>}
        </Notice>
      )}
      {edit.isRestored && !edit.isStale && <Notice text={t('qc.restored')} />}
      <div className="card">
        <SubTabs
          label={t('qc.record')}
          tabs={[
            {
              name: 'values',
              label: t('qcRecord.values'),
              panel: editor.canEdit ? (
                <IsSending value={isSending}>
                  <EntryPane
                    pane={pane}
                    entry={edit.entry}
                    template={record}
                    content={edit.content}
                    faults={editor.fieldFaults}
                    onChange={edit.change}
                    onEnd={() => submitButton.current?.focus()}
                    onSave={() => edit.isChanged && void onGoal('save')}
                  />
                </IsSending>
              ) : (
                <ReadValues record={record} />
              ),
            },
            {
              name: 'comments',
              label: t('qcRecord.comments'),
              count: record.comments.length,
              panel: <Comments record={record} draft={comment} onDraft={setComment} />,
            },
            maySeeSignals && {
              name: 'signals',
              label: t('qcSignal.title'),
              count: openSignals ?? 0,
              panel: (
                <SignalCards qcValueBaseId={record.qcValueBaseId} none={<EmptyState text={t('qcSignal.noneHere')} />} />
              ),
            },
            { name: 'audit', label: t('qcRecord.audit'), panel: <AuditTab id={record.qcValueBaseId} /> },
            {
              name: 'signatures',
              label: t('qcRecord.signatures'),
              count: record.signatures.length,
              panel: <Signatures signatures={record.signatures} unsigned={record.unsigned} />,
            },
          ].filter((tab) => tab !== false)}
        />
      </div>
      <RecordBar
        editor={editor}
        openSignals={openSignals ?? 0}
        submitButton={submitButton}
        onGo={goTo}
        awaited={awaited}
        onSave={() => void onGoal('save')}
        onSubmit={() => void onGoal('submit')}
        onDiscard={() => void discard()}
        onSign={(action) => void editor.open(SignDialog, { kind: 'sign', action })}
      />
      {isHolding && record.lotId !== null && (
        <HoldForm
          row={{ lotId: record.lotId, lotNo: record.lotNo ?? '' }}
          onSaved={() => editor.take({ ...record, isHoldProposed: false })}
          onClose={() => setIsHolding(false)}
        />
      )}
      {opened?.kind === 'sign' && (
        <SignDialog
          record={record}
          action={opened.action}
          onDone={(next, isDone) => {
            editor.take(next)
            editor.setOutcome(t(isDone ? `qcRecord.done.${opened.action}` : 'qcRecord.changedMeanwhile'))
          }}
          onClose={editor.close}
        />
      )}
      {opened?.kind === 'reason' && (
        <ReasonDialog
          label={t(`qcRecord.action.${opened.goal}`)}
          given={edit.reasons}
          onSubmit={(reasons) => void (opened.goal === 'save' ? editor.saveWith(reasons) : editor.submitWith(reasons))}
          onClose={editor.close}
        />
      )}
      {opened?.kind === 'conflict' && (
        <ConflictDialog
          mine={edit.content}
          base={edit.base}
          current={opened.current}
          canKeep={editor.hindrance('save', opened.current) === undefined}
          onChosen={editor.resolve}
          onClose={editor.close}
        />
      )}
    </section>
  )
}
