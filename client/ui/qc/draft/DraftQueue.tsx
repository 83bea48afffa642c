import { useId, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { MAX_LATE_MS } from '#shared/qc/constants'
import { equipmentOf } from '#shared/qc/localized-name'
import { draftPath } from '#shared/qc/paths'
import { sendWaiting } from '../../../stores/qc/draft-sending'
import type { LocalDraft } from '../../../stores/qc/drafts'
import { Button, IconButton } from '../../Button'
import { EmptyState } from '../../feedback/EmptyState'
import { Tag, type Tone } from '../../feedback/Tag'
import { Time } from '../../time'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { askToDiscard } from './discard'
import { OtherRecordActions } from './OtherRecordActions'
import { sendNow } from './send-now'
import { useDrafts, useGoal, useWaitsFor, waitsText } from './useDraft'
import './DraftQueue.css'

const tones = {
  editing: 'pending',
  waiting: 'warn',
  sending: 'info',
  refused: 'ng',
} as const satisfies Record<LocalDraft['state'], Tone>

/**
 * The drafts that exist only on this device, with their progress and actions. `onLeave` closes the surrounding popup.
 */
export function DraftQueue({ onLeave = () => {} }: { onLeave?: () => void }) {
  const t = useText()
  const { list, isKept } = useDrafts()
  const [isSending, setIsSending] = useState(false)
  const headId = useId()
  const waitsFor = useWaitsFor()
  const waiting = list.filter((draft) => waitsFor(draft) === 'network')

  async function sendAll() {
    setIsSending(true)
    await sendWaiting()
    setIsSending(false)
  }

  return (
    <div role="group" className="draft-queue" aria-labelledby={headId}>
      <h2 id={headId}>{t('qcDraft.title')}</h2>
      {!isKept && <p role="alert">{t('qcDraft.notKept')}</p>}
      {list.length === 0 ? (
        <EmptyState text={t('qcDraft.empty')} icon="check" />
      ) : (
        <>
          <p className="note">{t('qcDraft.hint')}</p>
          <ul>
            {list.map((draft) => (
              <DraftLine key={draft.clientUid} draft={draft} onLeave={onLeave} />
            ))}
          </ul>
          {waiting.length > 1 && (
            <Button busy={isSending} icon="refresh" onClick={() => void sendAll()}>
              {t('qcDraft.sendAll')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function DraftLine({ draft, onLeave }: { draft: LocalDraft; onLeave: () => void }) {
  const t = useText()
  const localized = useLocalizedName()
  const { clientUid, template, lotNo, state, wish, fault, serverId, inspectedAt, updatedAt } = draft
  const reason = useWaitsFor()(draft)
  const isAsked = reason === 'consent'
  const isSending = useGoal(draft) !== undefined
  const isTooLate = serverId === null && Date.now() - Date.parse(inspectedAt) > MAX_LATE_MS

  function open() {
    onLeave()
    navigate(draftPath(clientUid))
  }

  return (
    <li className="row wrap gap-4 draft-line">
      <div className="draft-line-text">
        <button type="button" className="draft-line-name" onClick={open}>
          {localized(template)}
        </button>
        <small>
          {[lotNo ?? t('qcDraft.noLot'), localized(equipmentOf(draft))].filter(Boolean).join(' · ')} ·{' '}
          <Time value={updatedAt} relative />
        </small>
        {fault && <p className="field-error">{fault}</p>}
        <OtherRecordActions draft={draft} onLeave={onLeave} />
        {(isAsked || reason === 'session') && <p className="note">{waitsText(draft)}</p>}
        {isTooLate && <p className="field-error">{t('qcDraft.tooLate')}</p>}
      </div>
      <Tag tone={tones[state]}>{t(isAsked ? 'qcDraft.state.asked' : `qcDraft.state.${state}`)}</Tag>
      {isAsked && (
        <Button busy={isSending} onClick={() => void sendNow(clientUid, wish)}>
          {t('qcDraft.consent')}
        </Button>
      )}
      {((state === 'waiting' && !isAsked) || state === 'sending') && (
        <IconButton
          label={t('qcDraft.send')}
          icon="refresh"
          disabled={isSending}
          onClick={() => void sendNow(clientUid, wish)}
        />
      )}
      <IconButton
        label={t('qcDraft.discard')}
        icon="trash"
        disabled={isSending}
        onClick={() => void askToDiscard(draft)}
      />
    </li>
  )
}
