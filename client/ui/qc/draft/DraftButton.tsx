import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { recordPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import { statusKey } from '#shared/qc/record/workflow'
import { onSent, watchDrafts } from '../../../stores/qc/draft-sending'
import { session } from '../../../stores/session'
import { Icon } from '../../icons/Icon'
import { Popover } from '../../overlay/Popover'
import { toast } from '../../overlay/toast'
import { tr, useText } from '../../useText'
import { DraftQueue } from './DraftQueue'
import { useDrafts } from './useDraft'
import '../bar-button.css'

/** Sends the drafts on this device and shows their number; opens their list. Nothing if there are none. */
export default function DraftButton() {
  const t = useText()
  const queries = useQueryClient()
  const { userId } = useSnapshot(session)
  const { list } = useDrafts()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(
    () =>
      onSent(({ draft, record }) => {
        const { recordNo, qcValueBaseId } = record
        const isHere = location.search.includes(draft.clientUid)
        const action = { label: tr('action.open'), onClick: () => navigate(recordPath(qcValueBaseId)) }
        const options = isHere ? {} : { action }
        if (isReturned(record)) {
          const status = tr(statusKey(record))
          toast.show(tr('qcDraft.returned', { recordNo, status }), { tone: 'error', timeoutMs: 20_000, ...options })
        } else {
          const text = record.status === 'draft' ? 'qcDraft.saved' : 'qcDraft.sent'
          toast.show(tr(text, { recordNo }), { tone: 'success', ...options })
        }
        // Lists of records, their counts, and cards that show the last one.
        void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('qc') })
      }),
    [queries],
  )
  useEffect(() => (userId === 0 ? undefined : watchDrafts()), [userId])

  if (list.length === 0) return null
  const isRefused = list.some(({ state }) => state === 'refused')
  const label = t('qcDraft.badge', { count: list.length })
  return (
    <>
      <button
        ref={button}
        type="button"
        className="bar-button"
        data-refused={isRefused}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="phone" size={20} />
        <span className="bar-button-count">{list.length}</span>
      </button>
      {isOpen && (
        <Popover id={id} label={label} anchor={() => button.current} onClose={() => setIsOpen(false)}>
          <DraftQueue onLeave={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  )
}

/** An earlier attempt submitted it; since then it was rejected, withdrawn, reopened or voided. */
const isReturned = ({ status, submittedAt }: RecordDetail) =>
  status === 'rejected' || status === 'voided' || (status === 'draft' && submittedAt !== null)
