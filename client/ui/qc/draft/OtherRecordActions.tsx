import { navigate } from 'wouter/use-browser-location'
import { recordPath } from '#shared/qc/paths'
import { OTHER_RECORD, type LocalDraft } from '../../../stores/qc/draft'
import { Button } from '../../Button'
import { useText } from '../../useText'
import { askToDiscard } from './discard'

type OtherRecordActionsProps = {
  draft: LocalDraft
  onLeave?: () => void
}

/** Leads from a draft to its record, which has other content. Nothing if that is not why it was refused. */
export function OtherRecordActions({ draft, onLeave = () => {} }: OtherRecordActionsProps) {
  const t = useText()
  const { faults, serverId } = draft
  if (!(OTHER_RECORD in faults) || serverId === null) return null

  function open(id: number) {
    onLeave()
    navigate(recordPath(id))
  }

  return (
    <div className="row wrap">
      <Button onClick={() => open(serverId)}>{t('qcDraft.openRecord')}</Button>
      <Button variant="text" icon="trash" onClick={() => void askToDiscard(draft)}>
        {t('qcDraft.discardThis')}
      </Button>
    </div>
  )
}
