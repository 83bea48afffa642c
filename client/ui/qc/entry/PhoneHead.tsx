import { equipmentOf } from '#shared/qc/localized-name'
import type { LocalDraft } from '../../../stores/qc/drafts'
import { Button } from '../../Button'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import type { Group } from './steps'
import { useDrafts } from '../draft/useDraft'

type PhoneHeadProps = {
  draft: LocalDraft
  groups: readonly Group[]
  /** Number of the item in view; undefined in the overview. */
  index: number | undefined
  isOverview: boolean
  onOverview: () => void
}

/** The inspected item, the progress, and the number of records stored on this device. */
export function PhoneHead({ draft, groups, index, isOverview, onOverview }: PhoneHeadProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { list, isKept } = useDrafts()
  const entered = groups.filter(({ steps }) => steps.length > 0)
  const done = entered.filter(({ isDone }) => isDone).length
  const stored = list.filter(({ state }) => state !== 'editing').length
  const facts = [draft.lotNo, localized(equipmentOf(draft)), stored > 0 && t('qcEntry.stored', { count: stored })]
  return (
    <header className="phone-top">
      <h1>{localized(draft.template)}</h1>
      <p className="note phone-place">{facts.filter(Boolean).join(' · ')}</p>
      {!isKept && (
        <p className="phone-refused" role="alert">
          {t('qcDraft.notKept')}
        </p>
      )}
      <div className="row phone-progress">
        <span>
          {index === undefined
            ? t('qcEntry.progressLabel', { done, total: entered.length })
            : t('qcEntry.progress', { current: index, total: entered.length })}
        </span>
        <progress
          max={entered.length || 1}
          value={done}
          aria-label={t('qcEntry.progressLabel', { done, total: entered.length })}
        />
        <Button variant="text" aria-pressed={isOverview} onClick={onOverview}>
          {t(isOverview ? 'qcEntry.backToItem' : 'qcEntry.overview')}
        </Button>
      </div>
    </header>
  )
}
