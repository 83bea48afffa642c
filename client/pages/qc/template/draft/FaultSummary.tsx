import { useState } from 'react'
import { Icon } from '../../../../ui/Icon'
import { useText } from '../../../../ui/useText'
import { fieldName } from '../item-words'
import type { Items } from './edits'
import { WHOLE, type DraftFault } from './faults'

type FaultSummaryProps = {
  faults: readonly DraftFault[]
  items: Items
  onGo: (fault: DraftFault) => void
}

/** What is still wrong, each as the way to its field. */
export function FaultSummary({ faults, items, onGo }: FaultSummaryProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const unsound = faults.filter(({ isUnsound }) => isUnsound).length
  if (faults.length === 0) return null
  const names = new Map(
    items.map((item, index) => [item.rowId, item.name || item.code || t('qcTemplate.lineNo', { no: index + 1 })]),
  )
  return (
    <div className="draft-summary" data-unsound={unsound > 0}>
      <button type="button" className="draft-summary-toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="warning" size={20} />
        <span role="status">
          {unsound > 0
            ? t('qcTemplate.unsound', { count: faults.length, unsound })
            : t('qcTemplate.notReady', { count: faults.length })}
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </button>
      {isOpen && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.rowId}-${fault.field}`}>
              {fault.rowId === WHOLE ? (
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
