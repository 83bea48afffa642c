import type { Entry } from '../../ui/qc/entry/entry'
import { useText } from '../../ui/useText'
import { Circumstances, type CircumstancesProps } from './Circumstances'
import EntryGrid from './grid/EntryGrid'

type EntryPaneProps = CircumstancesProps & {
  entry: Entry
  /** Code of the product line. */
  product: string
  onEnd: () => void
  onSave: () => void
}

/** A record being entered: the circumstances, and its values. */
export default function EntryPane({ entry, product, faults, onEnd, onSave, ...circumstances }: EntryPaneProps) {
  const t = useText()
  return (
    <>
      <Circumstances {...circumstances} faults={faults} />
      <EntryGrid entry={entry} product={product} faults={faults} onEnd={onEnd} onSave={onSave} />
      <p className="entry-hint">{t('qcRecord.gridHint')}</p>
    </>
  )
}
