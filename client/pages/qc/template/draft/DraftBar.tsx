import { Allow } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'

type DraftBarProps = {
  versionNo: number
  savedAt: string | undefined
  isChanged: boolean
  isSaving: boolean
  /** False where no other version would be left. */
  canDiscard: boolean
  onUndo: () => void
  onDiscard: () => void
  onSave: () => void
  onPublish: () => void
}

/** The state of the draft and its actions, always in view. */
export function DraftBar(props: DraftBarProps) {
  const { versionNo, savedAt, isChanged, isSaving, canDiscard, onUndo, onDiscard, onSave, onPublish } = props
  const t = useText()
  return (
    <div className="draft-bar card">
      <span className="draft-bar-state">
        <b>{t('qcTemplate.draftNo', { no: versionNo })}</b>
        <span role="status" className="draft-bar-note" data-changed={isChanged}>
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
