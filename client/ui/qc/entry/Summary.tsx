import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { submissionFaultKey, type SubmissionFault } from '#shared/qc/record/workflow'
import { changeDraft, type LocalDraft } from '../../../stores/qc/drafts'
import { Button } from '../../Button'
import { reserveEnd } from '../../feedback/end-bar'
import { Field } from '../../form/Field'
import { Icon } from '../../Icon'
import { useText } from '../../useText'
import { EquipmentSelect, equipmentFields } from '../select/EquipmentSelect'
import { LotSelect } from '../select/LotSelect'
import { Verdict } from '../Verdict'
import type { Entry } from './entry'
import { fromLocalTime, toLocalTime } from './local-time'
import { OverviewLine } from './Overview'
import type { Group, SaidOf, Step } from './steps'
import type { Hindrance } from './obstacles'

type SummaryProps = {
  draft: LocalDraft
  entry: Entry
  groups: readonly Group[]
  /** What keeps it from being submitted, once that was tried. */
  hindrances: readonly Hindrance[]
  saidOf: SaidOf
  onGo: (step: Step) => void
  onBack: () => void
  onSave: () => void
  /** Answers whether something stood in the way. */
  onSubmit: () => boolean
}

/** The whole record before it is sent: its verdict, what is missing, what is NG, and what belongs to it as a whole. */
export function Summary(props: SummaryProps) {
  const { draft, entry, groups, hindrances, saidOf, onGo, onBack, onSave, onSubmit } = props
  const t = useText()
  const { clientUid, template, remark, state, fault, faults } = draft
  const { inspection } = entry
  const isSending = state === 'sending'
  const card = useRef<HTMLDivElement>(null)
  const listed = groups.filter(
    ({ outcome }) =>
      outcome.judgement !== 'OK' || outcome.missing > 0 || outcome.samples.some(({ fault: wrong }) => wrong),
  )
  const missing = groups.filter(({ outcome }) => outcome.missing > 0).length
  const isHindered = (by: SubmissionFault) => hindrances.some(({ fault: known }) => known === by)
  const errorOf = (field: string, by: SubmissionFault) =>
    faults[field] ?? (isHindered(by) ? t(submissionFaultKey(by)) : undefined)

  function submit() {
    const isHeld = flushSync(onSubmit)
    if (isHeld) card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <>
      <div className="phone-summary card" ref={card}>
        <h2>{t('qcEntry.summary')}</h2>
        <p className="phone-summary-verdict">
          <Verdict value={inspection.judgement} />
          <span>{missing > 0 ? t('qcEntry.summaryMissing', { count: missing }) : t('qcEntry.summaryOk')}</span>
          {inspection.ngItems > 0 && <span>{t('qcEntry.summaryNg', { count: inspection.ngItems })}</span>}
          {inspection.warnItems > 0 && <span>{t('qcEntry.summaryWarn', { count: inspection.warnItems })}</span>}
        </p>
        {hindrances.length > 0 && (
          <ul className="phone-hindrances" role="alert">
            {hindrances.map(({ fault: by, steps: [first] }) => (
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
        {state === 'refused' && fault && (
          <p className="phone-refused" role="alert">
            <Icon name="warning" /> {t('qcEntry.refused', { fault })}
          </p>
        )}
        {state === 'waiting' && (
          <p className="phone-notice" role="status">
            <Icon name="pending" /> {t('qcDraft.waits')}
          </p>
        )}
        {listed.length > 0 && (
          <ul className="phone-list">
            {listed.map((group) => (
              <OverviewLine key={group.item.itemKey} group={group} saidOf={saidOf} onGo={onGo} />
            ))}
          </ul>
        )}
        <Field
          label={t('qcEntry.remark')}
          hint={t('qcEntry.remarkHint')}
          error={errorOf('remark', 'ngRemark')}
          required={inspection.judgement === 'NG'}
        >
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={1000}
              value={remark}
              onChange={(event) => changeDraft(clientUid, { remark: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('qcEntry.startLot')} error={errorOf('lotId', 'lot')} required={template.isLotRequired}>
          {(control) => (
            <LotSelect
              {...control}
              label={t('qcEntry.startLot')}
              productId={template.productId}
              value={draft.lotId}
              onSelect={(lot) => changeDraft(clientUid, { lotId: lot?.lotId ?? null, lotNo: lot?.lotNo ?? null })}
            />
          )}
        </Field>
        <Field label={t('qcEntry.startEquipment')} error={faults['equipmentId']}>
          {(control) => (
            <EquipmentSelect
              {...control}
              label={t('qcEntry.startEquipment')}
              productId={template.productId}
              value={draft.equipmentId}
              onSelect={(found) => changeDraft(clientUid, equipmentFields(found))}
            />
          )}
        </Field>
        <Field label={t('qcEntry.inspectedAt')} error={faults['inspectedAt']}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={toLocalTime(draft.inspectedAt)}
              onChange={(event) => {
                const inspectedAt = fromLocalTime(event.target.value)
                if (inspectedAt) changeDraft(clientUid, { inspectedAt })
              }}
            />
          )}
        </Field>
      </div>
      <div className="phone-bar" ref={reserveEnd}>
        <div className="phone-deeds">
          <Button icon="chevron-left" onClick={onBack}>
            {t('qcEntry.backToItem')}
          </Button>
          <Button busy={isSending} onClick={onSave}>
            {t('qcEntry.save')}
          </Button>
        </div>
        <div className="phone-steps">
          <Button variant="primary" busy={isSending} onClick={submit}>
            {t(isSending ? 'qcEntry.sending' : state === 'waiting' ? 'qcDraft.send' : 'qcEntry.submit')}
          </Button>
        </div>
      </div>
    </>
  )
}
