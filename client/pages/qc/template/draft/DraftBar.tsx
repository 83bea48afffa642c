import { useState } from 'react'
import { Allow } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { Icon } from '../../../../ui/icons/Icon'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'
import { fieldName } from '../item-words'
import type { Items } from './edits'
import { WHOLE_LIST, type DraftFault } from './faults'

type DraftBarProps = {
  versionNo: number
  savedAt: string | undefined
  isChanged: boolean
  isSaving: boolean
  /** False if no other version would be left. */
  canDiscard: boolean
  onUndo: () => void
  onDiscard: () => void
  onSave: () => void
  onPublish: () => void
}

/** The state of the draft and its actions, always visible. */
export function DraftBar(props: DraftBarProps) {
  const { versionNo, savedAt, isChanged, isSaving, canDiscard, onUndo, onDiscard, onSave, onPublish } = props
  const t = useText()
  return (
    <div className="row wrap draft-bar card">
      <span className="row stretch wrap draft-bar-state">
        <b>{t('qcTemplate.draftNo', { no: versionNo })}</b>
        <span role="status" className="muted draft-bar-note" data-changed={isChanged}>
          {isChanged ? (
            t('record.unsaved')
          ) : (
            <>
              {t('qcTemplate.savedAt')} <Time value={savedAt} relative />
            </>
          )}
        </span>
      </span>
      {isChanged ? (
        <Button variant="text" onClick={onUndo}>
          {t('qcTemplate.undoChanges')}
        </Button>
      ) : (
        canDiscard && (
          <Button variant="text" onClick={onDiscard}>
            {t('qcTemplate.discardDraft')}
          </Button>
        )
      )}
      <Button aria-keyshortcuts="Control+S" title="Ctrl+S" busy={isSaving} disabled={!isChanged} onClick={onSave}>
        {t('qcTemplate.save')}
      </Button>
      <Allow tags={['qc:template:publish']}>
        <Button variant="primary" onClick={onPublish}>
          {t('qcTemplate.publish')}
        </Button>
      </Allow>
    </div>
  )
}

type FaultSummaryProps = {
  faults: readonly DraftFault[]
  items: Items
  onGo: (fault: DraftFault) => void
}

/** The faults of a draft. Each one leads to its field. */
export function FaultSummary({ faults, items, onGo }: FaultSummaryProps) {
  const t = useText()
  const localized = useLocalizedName()
  const [isOpen, setIsOpen] = useState(false)
  const unsaveable = faults.filter(({ isUnsaveable }) => isUnsaveable).length
  if (faults.length === 0) return null
  const names = new Map(
    items.map((item, index) => [item.rowId, localized(item) || item.code || t('qcTemplate.lineNo', { no: index + 1 })]),
  )
  return (
    <div className="draft-summary" data-unsound={unsaveable > 0}>
      <button
        type="button"
        className="row draft-summary-toggle"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="warning" size={20} />
        <span role="status">
          {unsaveable > 0
            ? t('qcTemplate.unsound', { count: faults.length, unsound: unsaveable })
            : t('qcTemplate.notReady', { count: faults.length })}
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </button>
      {isOpen && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.rowId}-${fault.field}`}>
              {fault.rowId === WHOLE_LIST ? (
                fault.message
              ) : (
                <button type="button" className="draft-summary-entry" onClick={() => onGo(fault)}>
                  <b>{names.get(fault.rowId)}</b> · {fieldName(t, fault.field)}
                  <span>{fault.message}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
