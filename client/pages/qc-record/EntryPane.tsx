import type { Entry } from '../../ui/qc/entry/entry'
import { useText } from '../../ui/useText'
import { Circumstances, type CircumstancesProps } from './Circumstances'
import EntryGrid from './grid/EntryGrid'
import type { Faults } from './field-faults'

type EntryPaneProps = Omit<CircumstancesProps, 'faults'> & {
  entry: Entry
  /** Code of the product line. */
  product: string
  faults: Faults
  onEnd: () => void
  onSave: () => void
}

/** A record being entered: the circumstances, and its values. */
export default function EntryPane({ entry, product, faults, onEnd, onSave, ...circumstances }: EntryPaneProps) {
  const t = useText()
  return (
    <>
      <Circumstances {...circumstances} faults={faults.fields} />
      <EntryGrid entry={entry} product={product} faults={faults.cells} onEnd={onEnd} onSave={onSave} />
      <p className="entry-hint">{t('qcRecord.gridHint')}</p>
    </>
  )
}
