import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { useText } from '../../../../ui/useText'
import { Circumstances, type CircumstancesProps } from './Circumstances'
import EntryGrid from '../grid/EntryGrid'
import { RecentPoints, useRecent } from '../grid/recent'

type EntryPaneProps = CircumstancesProps & {
  /** Where it is drawn. */
  pane?: RefObject<HTMLDivElement | null>
  entry: Entry
  templateId: number
  /** Code of the product line. */
  product: string
  /** Nothing was entered yet: the first value is gone to. */
  isFresh?: boolean
  onEnd: () => void
  onSave: () => void
}

/** A record being entered: the circumstances, and its values. */
export default function EntryPane({
  pane: place,
  entry,
  templateId,
  product,
  faults,
  isFresh,
  onEnd,
  onSave,
  ...circumstances
}: EntryPaneProps) {
  const t = useText()
  const { equipmentId, inspectedAt } = circumstances.content
  const recent = useRecent(
    { templateId, equipmentId, inspectedAt },
    entry.items.some(({ spc }) => spc),
  )
  const own = useRef<HTMLDivElement>(null)
  const pane = place ?? own
  const begin = useEffectEvent(() => {
    if (isFresh) pane.current?.querySelector<HTMLElement>('[data-cell]')?.focus()
  })
  useEffect(() => begin(), [])
  return (
    <div ref={pane}>
      <Circumstances {...circumstances} faults={faults} />
      <RecentPoints value={recent}>
        <EntryGrid entry={entry} product={product} faults={faults} onEnd={onEnd} onSave={onSave} />
      </RecentPoints>
      <p className="entry-hint">{t('qcRecord.gridHint')}</p>
    </div>
  )
}
