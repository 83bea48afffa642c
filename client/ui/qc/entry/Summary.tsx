import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { equipmentOf } from '#shared/qc/localized-name'
import { submissionFaultKey, type SubmissionFault } from '#shared/qc/record/workflow'
import { changeDraft, type LocalDraft } from '../../../stores/qc/drafts'
import { Button } from '../../Button'
import { reserveEnd } from '../../feedback/end-bar'
import { TextAreaField } from '../../form/fields'
import { Icon } from '../../icons/Icon'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { NewVersionButton } from '../draft/NewVersionButton'
import { OtherRecordActions } from '../draft/OtherRecordActions'
import { useGoal, useWaitsFor, waitsText } from '../draft/useDraft'
import { RecordPhotos } from '../photo/EntryPhotos'
import { EquipmentField, equipmentFields } from '../select/EquipmentSelect'
import { LotField } from '../select/LotSelect'
import { Verdict } from '../Verdict'
import type { Entry } from './entry'
import { InstantField } from './InstantField'
import { OverviewLine } from './Overview'
import { showAbove } from './show-above'
import type { Group, FaultTextOf, Step } from './steps'
import type { Obstacle } from './obstacles'
import { useKeyboardHeight } from './useKeyboardHeight'

type SummaryProps = {
  draft: LocalDraft
  entry: Entry
  groups: readonly Group[]
  /** The reasons against submission, once it was tried. */
  obstacles: readonly Obstacle[]
  faultTextOf: FaultTextOf
  onGo: (step: Step) => void
  onBack: () => void
  onOverview: () => void
  onSave: () => void
  /** Returns true if there was an obstacle. */
  onSubmit: () => boolean
}

/** The whole record before sending: its verdict, its missing and NG items, and the fields of the record as a whole. */
export function Summary(props: SummaryProps) {
  const { draft, entry, groups, obstacles, faultTextOf, onGo, onBack, onOverview, onSave, onSubmit } = props
  const t = useText()
  const isAsked = useWaitsFor()(draft) === 'consent'
  const localized = useLocalizedName()
  const { clientUid, template, remark, state, fault, faults } = draft
  const { inspection } = entry
  const isSending = useGoal(draft) !== undefined
  const card = useRef<HTMLDivElement>(null)
  const bar = useKeyboardHeight(showFocused)
  useEffect(() => reserveEnd(bar.current), [bar])
  const listed = groups.filter(
    ({ outcome, steps }) =>
      outcome.judgement !== 'OK' ||
      outcome.missing > 0 ||
      outcome.samples.some(({ fault: wrong }) => wrong) ||
      steps.some((step) => faultTextOf(step)),
  )
  const missing = groups.filter(({ outcome }) => outcome.missing > 0).length
  const isInTheWay = (fault: SubmissionFault) => obstacles.some((obstacle) => obstacle.fault === fault)
  const errorOf = (field: string, fault: SubmissionFault) =>
    faults[field] ?? (isInTheWay(fault) ? t(submissionFaultKey(fault)) : undefined)

  /** The bar must not cover the field that is typed in. */
  function showFocused() {
    const field = document.activeElement
    if (field && bar.current && card.current?.contains(field)) showAbove(bar.current, field)
  }

  function submit() {
    const isHeld = flushSync(onSubmit)
    if (isHeld) card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <>
      <div className="stack phone-summary card" ref={card} onFocus={showFocused}>
        <h2>{t('qcEntry.summary')}</h2>
        <p className="row wrap phone-summary-verdict">
          <Verdict value={inspection.judgement} />
          <span>{missing > 0 ? t('qcEntry.summaryMissing', { count: missing }) : t('qcEntry.summaryOk')}</span>
          {inspection.ngItems > 0 && <span>{t('qcEntry.summaryNg', { count: inspection.ngItems })}</span>}
          {inspection.warnItems > 0 && <span>{t('qcRecord.warnItems', { count: inspection.warnItems })}</span>}
        </p>
        {obstacles.length > 0 && (
          <ul className="phone-obstacles" role="alert">
            {obstacles.map(({ fault: by, steps: [first] }) => (
              <li key={by}>
                {first ? (
                  <Button variant="text" onClick={() => onGo(first)}>
                    {t(submissionFaultKey(by))}
                  </Button>
                ) : (
                  t(submissionFaultKey(by))
                )}
              </li>
            ))}
          </ul>
        )}
        {fault && (
          <p className="phone-refused" role="alert">
            <Icon name="warning" /> {state === 'refused' ? t('qcEntry.refused', { fault }) : fault}
          </p>
        )}
        {state === 'refused' && <OtherRecordActions draft={draft} />}
        {state === 'refused' && <NewVersionButton draft={draft} onDone={onOverview} />}
        {state === 'waiting' && (
          <p className="row phone-notice" role="status">
            <Icon name="pending" /> {waitsText(draft)}
          </p>
        )}
        {listed.length > 0 && (
          <ul className="phone-list">
            {listed.map((group) => (
              <OverviewLine key={group.item.itemKey} group={group} faultTextOf={faultTextOf} onGo={onGo} />
            ))}
          </ul>
        )}
        <TextAreaField
          label={t('record.remark')}
          hint={t('qcEntry.remarkHint')}
          error={errorOf('remark', 'ngRemark')}
          required={inspection.judgement === 'NG'}
          maxLength={1000}
          value={remark}
          onChange={(event) => changeDraft(clientUid, { remark: event.target.value })}
        />
        <RecordPhotos entry={entry} fault={faults['photos']} />
        <LotField
          label={t('qc.lot')}
          error={errorOf('lotId', 'lot')}
          required={template.isLotRequired}
          productId={template.productId}
          value={draft.lotId}
          known={draft.lotNo}
          onSelect={(lot) => changeDraft(clientUid, { lotId: lot?.lotId ?? null, lotNo: lot?.lotNo ?? null })}
        />
        <EquipmentField
          label={t('qc.equipment')}
          error={faults['equipmentId']}
          productId={template.productId}
          value={draft.equipmentId}
          known={localized(equipmentOf(draft))}
          onSelect={(equipment) => changeDraft(clientUid, equipmentFields(equipment))}
        />
        <InstantField
          label={t('qcRecord.inspectedAt')}
          error={faults['inspectedAt']}
          value={draft.inspectedAt}
          onChange={(inspectedAt) => changeDraft(clientUid, { inspectedAt })}
        />
      </div>
      <div className="stack phone-bar" ref={bar}>
        <div className="row stretch entry-actions">
          <Button icon="chevron-left" onClick={onBack}>
            {t('qcEntry.backToItem')}
          </Button>
          <Button busy={isSending} onClick={onSave}>
            {t('qcEntry.save')}
          </Button>
        </div>
        <div className="row stretch phone-steps">
          <Button variant="primary" busy={isSending} onClick={submit}>
            {t(
              isSending
                ? 'qcEntry.sending'
                : isAsked
                  ? 'qcDraft.consent'
                  : state === 'waiting'
                    ? 'qcDraft.send'
                    : 'qcRecord.action.submit',
            )}
          </Button>
        </div>
      </div>
    </>
  )
}
