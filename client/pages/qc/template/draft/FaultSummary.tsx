import { useState } from 'react'
import { Icon } from '../../../../ui/Icon'
import { useText } from '../../../../ui/useText'
import { fieldName } from '../item-words'
import type { Items } from './edits'
import { WHOLE_LIST, type DraftFault } from './faults'

type FaultSummaryProps = {
  faults: readonly DraftFault[]
  items: Items
  onGo: (fault: DraftFault) => void
}

/** The faults of a draft. Each one leads to its field. */
export function FaultSummary({ faults, items, onGo }: FaultSummaryProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const unsaveable = faults.filter(({ isUnsaveable }) => isUnsaveable).length
  if (faults.length === 0) return null
  const names = new Map(
    items.map((item, index) => [item.rowId, item.name || item.code || t('qcTemplate.lineNo', { no: index + 1 })]),
  )
  return (
    <div className="draft-summary" data-unsound={unsaveable > 0}>
      <button type="button" className="draft-summary-toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
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
