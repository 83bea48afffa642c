import type { RefObject } from 'react'
import { Link } from 'wouter'
import { hindranceKey, type RecordAction } from '#shared/qc/record/workflow'
import { recordPath } from '#shared/qc/paths'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/icons/Icon'
import { Menu, type MenuItem } from '../../../ui/overlay/Menu'
import { useReadingAtButton } from '../../../ui/qc/entry/useStrayReading'
import { useText } from '../../../ui/useText'
import { ActionBar, LiveVerdict } from './ActionBar'
import type { Problem } from './entry/useProblems'
import { NextRecord } from './NextRecord'
import type { RecordEditor, SignedAction } from './useRecordEditor'

type RecordBarProps = {
  editor: RecordEditor
  /** The number of open signals of the record, shown to a signer. */
  openSignals: number
  submitButton: RefObject<HTMLButtonElement | null>
  /** The pressed action that waits for photos. */
  awaited: 'save' | 'submit' | undefined
  onGo: (problem: Problem) => void
  onSave: () => void
  onSubmit: () => void
  onDiscard: () => void
  onSign: (action: SignedAction) => void
}

/** The actions of this operator in the present status: the next step as a button, rare actions behind "more". */
export function RecordBar(props: RecordBarProps) {
  const { editor, openSignals, submitButton, awaited, onGo, onSave, onSubmit, onDiscard, onSign } = props
  const t = useText()
  const onSubmitKey = useReadingAtButton()
  const { record, edit, hindrance, canEdit } = editor
  const busy = awaited ?? editor.busy
  const can = (action: RecordAction) => hindrance(action) === undefined
  const isBusy = (action: RecordAction) => busy === action
  const next = (['approve', 'review'] as const).find(can)
  // The reason why this operator may not review or approve despite the permissions.
  const withheld = (['review', 'approve'] as const)
    .map((action) => hindrance(action))
    .find((reason) => reason === 'own_record' || reason === 'own_review')
  const isOfAnother = canEdit && hindrance('submit') === 'not_author'
  const isLeft = !record.isInspectorActive && hindrance('submit') !== 'invalid_transition'
  const entry = (action: SignedAction): MenuItem => ({
    key: action,
    label: t(`qcRecord.action.${action}`),
    ...(action === 'void' && { tone: 'danger', icon: 'trash' }),
    onSelect: () => onSign(action),
  })
  const advanceButton = (action: 'retest' | 'withdraw') => (
    <Button busy={isBusy(action)} onClick={() => void editor.advance(action)}>
      {t(`qcRecord.action.${action}`)}
    </Button>
  )
  // A retest is the next step of an approved record only.
  const isRetestNext = can('retest') && record.status === 'approved'
  const retest: MenuItem = {
    key: 'retest',
    label: t('qcRecord.action.retest'),
    onSelect: () => void editor.advance('retest'),
  }
  const more: MenuItem[] = [
    ...(can('retest') && !isRetestNext ? [retest] : []),
    ...(['reopen', 'void'] as const).filter(can).map(entry),
  ]
  return (
    <ActionBar
      problems={editor.shownProblems}
      onGo={onGo}
      status={
        <>
          {openSignals > 0 && (
            <Link className="record-signals" href={`${recordPath(record.qcValueBaseId)}?tab=signals`}>
              <Icon name="warning" />{' '}
              {t(
                record.status === 'approved' || record.status === 'voided'
                  ? 'qcSignal.openAfterSigning'
                  : 'qcSignal.openHere',
                { count: openSignals },
              )}
            </Link>
          )}
          {canEdit && <LiveVerdict inspection={edit.entry.inspection} />}
          <span className="record-said" role="status">
            {edit.isChanged ? t('record.unsaved') : editor.outcome}
          </span>
          {isOfAnother && (
            <span className="record-withheld">{t('qcRecord.authorSubmits', { name: record.operatorName })}</span>
          )}
          {isLeft && (
            <span className="record-withheld">{t('qcRecord.inspectorGone', { name: record.operatorName })}</span>
          )}
          {withheld && <span className="record-withheld">{t(hindranceKey(withheld, record.status))}</span>}
        </>
      }
    >
      {more.length > 0 && (
        <Menu label={t('qcRecord.more')} trigger={<Button>{t('qcRecord.more')}</Button>} items={more} />
      )}
      {edit.isChanged && (
        <Button variant="text" onClick={onDiscard}>
          {t('dialog.discard')}
        </Button>
      )}
      <NextRecord record={record} />
      {isRetestNext && advanceButton('retest')}
      {can('withdraw') && advanceButton('withdraw')}
      {can('reject') && (
        <Button aria-keyshortcuts="x" onClick={() => onSign('reject')}>
          {t('qcRecord.action.reject')}
        </Button>
      )}
      {canEdit && (
        <Button busy={isBusy('save')} disabled={!edit.isChanged} onClick={onSave}>
          {t('qcRecord.action.save')}
        </Button>
      )}
      {can('submit') && (
        <Button ref={submitButton} variant="primary" busy={isBusy('submit')} onClick={onSubmit} onKeyDown={onSubmitKey}>
          {t('qcRecord.action.submit')}
        </Button>
      )}
      {next && (
        <Button variant="primary" icon="sign" aria-keyshortcuts="a" onClick={() => onSign(next)}>
          {t(`qcRecord.action.${next}`)}
        </Button>
      )}
    </ActionBar>
  )
}
