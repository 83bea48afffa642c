import type { RefObject } from 'react'
import { Link } from 'wouter'
import { hindranceKey, type RecordAction } from '#shared/qc/record/workflow'
import { recordPath } from '#shared/qc/paths'
import { Button } from '../../../../ui/Button'
import { Icon } from '../../../../ui/Icon'
import { Menu, type MenuItem } from '../../../../ui/overlay/Menu'
import { useText } from '../../../../ui/useText'
import { ActionBar, LiveVerdict } from '../ActionBar'
import type { Problem } from '../entry/problems'
import type { RecordDesk, SignedAction } from '../useRecordDesk'

type RecordBarProps = {
  desk: RecordDesk
  /** Signals of the record that nobody has dealt with: whoever signs should have seen them. */
  openSignals: number
  submitButton: RefObject<HTMLButtonElement | null>
  problems: readonly Problem[]
  onGo: (problem: Problem) => void
  onSave: () => void
  onSubmit: () => void
  onDiscard: () => void
  onSign: (action: SignedAction) => void
}

/** What this operator can do with a record in its state: the next step first, what is seldom done behind "more". */
export function RecordBar(props: RecordBarProps) {
  const { desk, openSignals, submitButton, problems, onGo, onSave, onSubmit, onDiscard, onSign } = props
  const t = useText()
  const { record, edit, hindrance, busy, canEdit } = desk
  const can = (action: RecordAction) => hindrance(action) === undefined
  const isBusy = (action: RecordAction) => busy === action
  const next = (['approve', 'review'] as const).find(can)
  // Somebody else has to do it: whoever could otherwise is told why not.
  const withheld = (['review', 'approve'] as const)
    .map(hindrance)
    .find((one) => one === 'own_record' || one === 'own_review')
  const isOthers = canEdit && hindrance('submit') === 'not_author'
  const entry = (action: SignedAction): MenuItem => ({
    key: action,
    label: t(`qcRecord.act.${action}`),
    ...(action === 'void' && { tone: 'danger', icon: 'trash' }),
    onSelect: () => onSign(action),
  })
  // A retest is the next step of nothing but what is settled.
  const isRetestNext = can('retest') && record.status === 'approved'
  const retest: MenuItem = {
    key: 'retest',
    label: t('qcRecord.act.retest'),
    onSelect: () => void desk.advance('retest'),
  }
  const more: MenuItem[] = [
    ...(can('retest') && !isRetestNext ? [retest] : []),
    ...(['reopen', 'void'] as const).filter(can).map(entry),
  ]
  return (
    <ActionBar
      problems={problems}
      onGo={onGo}
      says={
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
            {edit.isChanged ? t('qcRecord.unsaved') : desk.said}
          </span>
          {isOthers && (
            <span className="record-withheld">{t('qcRecord.authorSubmits', { name: record.operatorName })}</span>
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
      {isRetestNext && (
        <Button busy={isBusy('retest')} onClick={() => void desk.advance('retest')}>
          {t('qcRecord.act.retest')}
        </Button>
      )}
      {can('withdraw') && (
        <Button busy={isBusy('withdraw')} onClick={() => void desk.advance('withdraw')}>
          {t('qcRecord.act.withdraw')}
        </Button>
      )}
      {can('reject') && <Button onClick={() => onSign('reject')}>{t('qcRecord.act.reject')}</Button>}
      {canEdit && (
        <Button busy={isBusy('save')} disabled={!edit.isChanged} onClick={onSave}>
          {t('qcRecord.act.save')}
        </Button>
      )}
      {can('submit') && (
        <Button ref={submitButton} variant="primary" busy={isBusy('submit')} onClick={onSubmit}>
          {t('qcRecord.act.submit')}
        </Button>
      )}
      {next && (
        <Button variant="primary" icon="sign" onClick={() => onSign(next)}>
          {t(`qcRecord.act.${next}`)}
        </Button>
      )}
    </ActionBar>
  )
}
