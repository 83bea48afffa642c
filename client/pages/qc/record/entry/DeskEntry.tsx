import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isAllowed } from '#shared/permissions'
import { RECORDS_PATH } from '#shared/qc/paths'
import { isEntered } from '../../../../stores/qc/entered'
import { changeDraft, drafts, findDraft, type LocalDraft } from '../../../../stores/qc/drafts'
import { useLastPermissions } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { part } from '../../../../ui/part'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { askToDiscard } from '../../../../ui/qc/draft/discard'
import { NewVersionButton } from '../../../../ui/qc/draft/NewVersionButton'
import { OtherRecordActions } from '../../../../ui/qc/draft/OtherRecordActions'
import { sendNow } from '../../../../ui/qc/draft/send-now'
import { useEntry, useGoal, useWaitsFor, waitsText } from '../../../../ui/qc/draft/useDraft'
import { IsSending } from '../../../../ui/qc/photo/is-sending'
import { useReadingAtButton } from '../../../../ui/qc/entry/useStrayReading'
import { toast } from '../../../../ui/overlay/toast'
import { useLockedFields } from '../../../../ui/form/lock-fields'
import { useText } from '../../../../ui/useText'
import { HeadCard } from '../HeadCard'
import { ActionBar, LiveVerdict } from '../ActionBar'
import { Notice } from '../Notices'
import { Facts } from '../../../../ui/layout/Fact'
import { focusProblem, useProblems, type Problem } from './useProblems'
import '../record.css'

const EntryPane = part(() => import('./EntryPane'))

/** Entry of a record on this device at a desktop. */
export function DeskEntry({ draft }: { draft: LocalDraft }) {
  const t = useText()
  const localized = useLocalizedName()
  const entry = useEntry(draft)
  const { isKept } = useSnapshot(drafts)
  const isAsked = useWaitsFor()(draft) === 'consent'
  const page = useRef<HTMLElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const onSubmitKey = useReadingAtButton()
  const [isTried, setIsTried] = useState(false)
  const maySubmit = isAllowed(useLastPermissions(), ['qc:record:submit'])
  const { clientUid, template, state, faults } = draft
  const { inspection } = entry
  const { problems, shownProblems, fieldFaults } = useProblems({
    entry,
    content: draft,
    isLotRequired: template.isLotRequired,
    isTyped: true,
    isTried,
    faults,
  })
  const goal = useGoal(draft)
  const isSending = state === 'sending'
  const pane = useRef<HTMLDivElement>(null)
  useLockedFields(pane, isSending) // the page of the record is about to replace this one

  async function send(wish: LocalDraft['wish']) {
    const { outcome } = await sendNow(clientUid, wish)
    const now = findDraft(clientUid)
    if (outcome === 'waiting' && now) toast.show(waitsText(now))
  }

  const goTo = (problem: Problem) => page.current && focusProblem(page.current, problem)

  function submit() {
    setIsTried(true)
    const [first] = problems
    if (first) goTo(first)
    else void send('submit')
  }

  return (
    <section ref={page} className="stack gap-12 record">
      <HeadCard back={{ path: RECORDS_PATH, text: t('qcRecord.back') }} title={localized(template)}>
        <Facts
          className="facts record-facts"
          of={[
            [t('qc.template'), `${template.code} · ${t('qcRecord.version', { no: template.versionNo })}`],
            [t('record.status'), t(isAsked ? 'qcDraft.state.asked' : `qcDraft.state.${state}`)],
          ]}
        />
      </HeadCard>
      {draft.fault && (
        <Notice tone="error" text={draft.fault}>
          <OtherRecordActions draft={draft} />
          <NewVersionButton draft={draft} />
        </Notice>
      )}
      {!isKept && <Notice tone="error" text={t('qcDraft.notKept')} />}
      {state === 'waiting' && <Notice text={waitsText(draft)} />}
      <div className="card">
        <IsSending value={isSending}>
          <EntryPane
            pane={pane}
            entry={entry}
            template={template}
            content={draft}
            isFresh={!draft.values.some(isEntered)}
            faults={fieldFaults}
            onChange={(change) => changeDraft(clientUid, change)}
            onEnd={() => submitButton.current?.focus()}
            onSave={() => void send('save')}
          />
        </IsSending>
      </div>
      <ActionBar
        problems={shownProblems}
        onGo={goTo}
        status={
          <>
            <LiveVerdict inspection={inspection} />
            {isKept && <span>{t('qcRecord.keptOnDevice')}</span>}
          </>
        }
      >
        <Button variant="text" onClick={() => void askToDiscard(draft)} disabled={goal !== undefined}>
          {t('qcDraft.discard')}
        </Button>
        <Button busy={goal === 'save'} disabled={goal !== undefined} onClick={() => void send('save')}>
          {t('qcEntry.save')}
        </Button>
        {maySubmit && (
          <Button
            ref={submitButton}
            variant="primary"
            busy={goal === 'submit'}
            disabled={goal !== undefined}
            onClick={submit}
            onKeyDown={onSubmitKey}
          >
            {t(isAsked ? 'qcDraft.consent' : 'qcRecord.action.submit')}
          </Button>
        )}
      </ActionBar>
    </section>
  )
}
