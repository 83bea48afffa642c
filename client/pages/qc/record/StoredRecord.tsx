import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { hindranceOf } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { session } from '../../../stores/session'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { SignalCards, useOpenSignals } from '../../../ui/qc/signal/SignalCards'
import { useUnsaved } from '../../../ui/tab'
import { useHeldFields } from '../../../ui/form/useHeldFields'
import { useText } from '../../../ui/useText'
import { CameBack } from './entry/CameBack'
import { Comments, useCommentText } from './Comments'
import { focusProblem } from './entry/focus-fault'
import { HeadButtons } from './HeadButtons'
import { Notice } from './entry/Notice'
import type { Problem } from './entry/problems'
import { ReadValues } from './ReadValues'
import { RecordBar } from './list/RecordBar'
import { RecordHead } from './RecordHead'
import { Signatures } from './sign/Signatures'
import { SubTabs } from '../../../ui/layout/SubTabs'
import { useRecordDesk } from './useRecordDesk'
import './record.css'

const EntryPane = part(() => import('./entry/EntryPane'))
const AuditTab = part(() => import('./AuditTab'))
const SignDialog = dialogPart(() => import('./sign/SignDialog'))
const ReasonDialog = dialogPart(() => import('./sign/ReasonDialog'))
const ConflictDialog = dialogPart(() => import('./entry/ConflictDialog'))
const HoldDialog = dialogPart(() => import('./HoldDialog'))

/** A record that the server has: to be read, entered on, signed, by whoever may. */
export function StoredRecord({ record }: { record: RecordDetail }) {
  const t = useText()
  const { userId, permissions } = useSnapshot(session)
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const openSignals = useOpenSignals(record.qcValueBaseId, maySeeSignals)
  const desk = useRecordDesk(record)
  const { edit, opened } = desk
  const page = useRef<HTMLElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [comment, setComment] = useCommentText()
  const [isHolding, setIsHolding] = useState(false)
  const mayHold = useAllowed(['qc:lot:hold', 'qc:lot:edit'])
  useUnsaved(edit.isChanged, edit.isKept)
  useHeldFields(pane, desk.busy !== undefined && desk.busy !== 'save') // what is submitted can no longer be changed

  const hold = async () => (await isReady(HoldDialog)) && setIsHolding(true)

  function save() {
    if (!desk.save()) void desk.open(ReasonDialog, { kind: 'reason', goal: 'save' })
  }

  const goTo = (problem: Problem) => page.current && focusProblem(page.current, problem)

  function submit() {
    const outcome = desk.submit()
    if (outcome === 'reason') void desk.open(ReasonDialog, { kind: 'reason', goal: 'submit' })
    if (outcome === 'faulty' && desk.firstProblem) goTo(desk.firstProblem)
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
    <section ref={page} className="record">
      <CameBack record={record} />
      <RecordHead record={record}>
        <HeadButtons record={record} />
      </RecordHead>
      {edit.isStale && (
        <Notice text={t('qcRecord.staleNotice')}>
          <Button onClick={() => void desk.open(ConflictDialog, { kind: 'conflict', current: record })}>
            {t('qcRecord.compare')}
          </Button>
        </Notice>
      )}
      {desk.refused.message && <Notice tone="error" text={desk.refused.message} />}
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
              panel: desk.canEdit ? (
                <EntryPane
                  pane={pane}
                  entry={edit.entry}
                  templateId={record.templateId}
                  content={edit.content}
                  product={record.product}
                  productId={record.productId}
                  isLotRequired={record.isLotRequired}
                  isRemarkRequired={edit.entry.inspection.judgement === 'NG'}
                  faults={desk.faults}
                  onChange={edit.change}
                  onEnd={() => submitButton.current?.focus()}
                  onSave={() => edit.isChanged && save()}
                />
              ) : (
                <ReadValues record={record} />
              ),
            },
            {
              name: 'comments',
              label: t('qcRecord.comments'),
              count: record.comments.length,
              panel: <Comments record={record} text={comment} onText={setComment} />,
            },
            ...(maySeeSignals
              ? [
                  {
                    name: 'signals',
                    label: t('qcSignal.tab'),
                    count: openSignals ?? 0,
                    panel: (
                      <SignalCards
                        qcValueBaseId={record.qcValueBaseId}
                        none={<EmptyState text={t('qcSignal.noneHere')} />}
                      />
                    ),
                  },
                ]
              : []),
            { name: 'audit', label: t('qcRecord.audit'), panel: <AuditTab id={record.qcValueBaseId} /> },
            {
              name: 'signatures',
              label: t('qcRecord.signatures'),
              count: record.signatures.length,
              panel: <Signatures signatures={record.signatures} unsigned={record.unsigned} />,
            },
          ]}
        />
      </div>
      <RecordBar
        desk={desk}
        openSignals={openSignals ?? 0}
        submitButton={submitButton}
        problems={desk.shownProblems}
        onGo={goTo}
        onSave={save}
        onSubmit={submit}
        onDiscard={() => void discard()}
        onSign={(action) => void desk.open(SignDialog, { kind: 'sign', action })}
      />
      {isHolding && (
        <HoldDialog
          record={record}
          onDone={() => desk.take({ ...record, isHoldProposed: false })}
          onClose={() => setIsHolding(false)}
        />
      )}
      {opened?.kind === 'sign' && (
        <SignDialog
          record={record}
          action={opened.action}
          onDone={(next, isDone) => {
            desk.take(next)
            desk.say(t(isDone ? `qcRecord.done.${opened.action}` : 'qcRecord.changedMeanwhile'))
          }}
          onClose={desk.close}
        />
      )}
      {opened?.kind === 'reason' && (
        <ReasonDialog
          label={t(`qcRecord.act.${opened.goal}`)}
          onGiven={(reasons) => void (opened.goal === 'save' ? desk.saveWith(reasons) : desk.submitWith(reasons))}
          onClose={desk.close}
        />
      )}
      {opened?.kind === 'conflict' && (
        <ConflictDialog
          mine={edit.content}
          base={edit.base}
          current={opened.current}
          canKeep={
            hindranceOf('save', opened.current, { userId, permissions }, opened.current.isSelfAllowed) === undefined
          }
          onChosen={desk.resolve}
          onClose={desk.close}
        />
      )}
    </section>
  )
}
